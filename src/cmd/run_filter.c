/* run_filter.c: see run_filter.h */
#include "cmd/run_filter.h"

#include "archive/files.h"
#include "query/recording.h"

#include <stdio.h>
#include <time.h>

bool run_filter_check(const char *lambda)
{
    struct trouble trouble = {0};
    struct buffer bytes = {0}, message = {0};
    bool good = recording_compile(&bytes, lambda, 0, &trouble);
    if (!good) {
        trouble_write(&message, &trouble, NULL, lambda);
        fprintf(stderr, "triptych run: --filter: %s", message.text);
    }
    buffer_free(&bytes);
    buffer_free(&message);
    return good;
}

bool run_filter_write(const char *path, const char *lambda, struct error *error)
{
    struct trouble trouble = {0};
    struct buffer bytes = {0};
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    uint64_t start = (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
    bool good = recording_compile(&bytes, lambda, start, &trouble)
                    ? files_write(path, bytes.text, bytes.used, error)
                    : error_set(error, "%s", trouble.what);
    buffer_free(&bytes);
    return good;
}
