/* run_filter.c: see run_filter.h */
#include "cmd/run_filter.h"

#include "archive/table/atomic_file.h"
#include "format/filter.h"
#include "query/exec/record_filter.h"

#include <stdio.h>
#include <time.h>

bool run_filter_check(const char *lambda)
{
    struct diagnostic trouble = {0};
    struct buffer bytes = {0}, message = {0};
    bool good = query_record_filter_compile(&bytes, lambda, 0, &trouble);
    if (!good) {
        diagnostic_write(&message, &trouble, NULL, lambda);
        fprintf(stderr, "triptych run: --filter: %s", message.text);
    }
    buffer_free(&bytes);
    buffer_free(&message);
    return good;
}

void run_filter_tell_of_patterns(const struct buffer *bytes)
{
    struct format_filter_view view;
    bool has_some = false;
    if (!format_filter_read(bytes->text, bytes->used, &view))
        return;
    for (unsigned i = 0; i < view.count; i++)
        has_some |= view.ops[i].code == FORMAT_FILTER_MATCHES;
    if (has_some)
        fprintf(stderr,
                "triptych: filter: `matches` is not evaluated while the program runs: events for "
                "which it may be true are logged; use the condition again in a query\n");
}

bool run_filter_write(const char *path, const char *lambda, bool tell, struct error *error)
{
    struct diagnostic trouble = {0};
    struct buffer bytes = {0};
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    uint64_t start = (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
    bool compiled = query_record_filter_compile(&bytes, lambda, start, &trouble);
    bool good = compiled ? archive_file_write(path, bytes.text, bytes.used, error)
                         : error_set(error, "%s", trouble.what);
    if (good && tell)
        run_filter_tell_of_patterns(&bytes);
    buffer_free(&bytes);
    return good;
}
