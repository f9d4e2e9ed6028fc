/* texts.h: a set of texts, each with a number from 0 on. Several threads may use it: a text stays
 * where it is. */
#ifndef QUERY_DATA_TEXTS_H
#define QUERY_DATA_TEXTS_H

#include <stdint.h>

struct texts;

struct texts *texts_new(void);
void texts_free(struct texts *texts);

/* The number of a text; it is copied when it is new. */
uint32_t texts_add(struct texts *texts, const char *text);

/* Of a number that was given out. */
const char *texts_at(const struct texts *texts, uint32_t number);

#endif
