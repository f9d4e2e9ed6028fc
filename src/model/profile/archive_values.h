/* archive_values.h: profile values from an archive: times, trips and bytes. */
#ifndef MODEL_PROFILE_ARCHIVE_VALUES_H
#define MODEL_PROFILE_ARCHIVE_VALUES_H

#include "archive/archive.h"
#include "model/profile/ask.h"

/* Where a value is in the source, if that is known. */
struct profile_place {
    const char *routine; /* the function's name in the archive; NULL: as it is asked for */
    const struct instrument_value_call *calls; /* communication; NULL: what the archive has */
    size_t call_count;
};

/* Answers a question about time, trips or bytes over all processes and threads. False with an
 * error, which lists what there is. */
bool profile_archive_answer(struct archive *archive, struct model_profile_ask *ask,
                            const struct profile_place *place, struct error *error);

#endif
