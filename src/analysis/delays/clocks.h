/* clocks.h: places whose times can be compared. */
#ifndef ANALYSIS_DELAYS_CLOCKS_H
#define ANALYSIS_DELAYS_CLOCKS_H

#include "archive/archive.h"

#include <stdbool.h>
#include <stdint.h>

/* Returns, by row of places, 1 if the offset of its clock to that of rank 0 is known. The caller
 * frees it. */
uint8_t *analysis_delay_clocks_known(const struct archive *archive);

/* True if times of two places can be compared; CPU-time clocks cannot. */
bool analysis_delay_clocks_agree(const struct archive *archive, const uint8_t *known, uint32_t a,
                                 uint32_t b);

#endif
