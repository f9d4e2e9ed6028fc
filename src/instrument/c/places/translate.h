/* translate.h: makes C of a file with `#pragma tri` directives. */
#ifndef INSTRUMENT_C_PLACES_TRANSLATE_H
#define INSTRUMENT_C_PLACES_TRANSLATE_H

#include "instrument/c/unit.h"

/* Sets done->text to the translated file, unless it has no directives and does not include
 * <triptych/places.h>; or done->errors to what is wrong. */
void translate_file(const struct unit *unit, const struct instrument_request *request,
                    struct instrument_result *done);

#endif
