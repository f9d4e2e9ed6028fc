/* verify.h: what is known of the picture without drawing it. */
#ifndef VERIFY_H
#define VERIFY_H

#include "escape.h"

#include <stdbool.h>

/* Whether the steps, `sum` in all, are right: the picture is the same above and below; who is in
 * the heart or the disc beside it never leaves; who begins outside leaves at once. */
bool verify(const struct picture *picture, const int *steps, long sum);

#endif
