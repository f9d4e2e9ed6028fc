/* close.h: the growth laws that are tried where there is no exact formula. */
#ifndef MODEL_FIT_CLOSE_H
#define MODEL_FIT_CLOSE_H

#include <stdint.h>

/* Returns the value of a law with its factors. */
double fit_law_value(uint16_t law, const double *factors, int64_t n, int64_t p);

#endif
