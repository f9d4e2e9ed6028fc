/* export.c: implements `triptych export --to otf2`. */
#include "export/export.h"
#include "export/otf2/store.h"
#include "export/otf2/trace_out.h"

bool export_otf2(struct export_job *job, struct error *error)
{
    struct trace_out out;
    struct foreign_reader *kept = foreign_open(job->archive->path, error);
    if (!kept && error->text[0])
        return false;
    bool good = trace_out_open(&out, job, error);
    if (out.archive) {
        good = good && (kept ? trace_write_kept(&out, kept) : trace_write_own(&out));
        good = trace_out_close(&out, good);
    }
    foreign_free(kept);
    return good;
}
