/* instrument.c: see instrument.h */
#include "instrument/instrument.h"

#include <stdlib.h>

void instrument_free(struct instrumented *done)
{
    free(done->text);
    free(done->table);
    free(done->entry);
    plan_free(&done->plan);
    for (size_t i = 0; i < done->header_count; i++)
        free(done->headers[i]);
    free(done->headers);
    for (size_t i = 0; i < done->asked_count; i++)
        free(done->asked[i]);
    free(done->asked);
    *done = (struct instrumented){0};
}
