/* instrument.c: see instrument.h */
#include "instrument/instrument.h"

#include <stdlib.h>

void instrument_free(struct instrument_result *done)
{
    free(done->text);
    free(done->table);
    free(done->entry);
    free(done->chain);
    for (size_t i = 0; i < done->twin_count; i++)
        free(done->twins[i].symbol);
    free(done->twins);
    free(done->errors);
    instrument_plan_free(&done->plan);
    for (size_t i = 0; i < done->header_count; i++)
        free(done->headers[i]);
    free(done->headers);
    for (size_t i = 0; i < done->asked_count; i++)
        free(done->asked[i]);
    free(done->asked);
    *done = (struct instrument_result){0};
}
