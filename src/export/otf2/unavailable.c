/* unavailable.c: replaces the import and export of OTF2 where Triptych was built without its
 * library. */
#include "export/export.h"
#include "export/otf2/import.h"

static const char missing[] = "this Triptych was built without the OTF2 library: install "
                              "libotf2-trace-dev and build it again";

bool export_foreign_import(const char *anchor, const char *archive,
                           const volatile sig_atomic_t *stop, struct export_foreign_state *state,
                           struct progress *progress, struct error *error)
{
    (void)anchor;
    (void)archive;
    (void)stop;
    (void)state;
    (void)progress;
    return error_set(error, "%s", missing);
}

bool export_otf2(struct export_job *job, struct error *error)
{
    (void)job;
    return error_set(error, "%s", missing);
}
