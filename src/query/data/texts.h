/* texts.h: interns texts: each distinct text has a number from 0 up. Threads may share it, since a
 * text never moves. */
#ifndef QUERY_DATA_TEXTS_H
#define QUERY_DATA_TEXTS_H

#include <stdint.h>

struct texts;

struct texts *texts_new(void);
void texts_free(struct texts *texts);

/* Returns the number of a text, and copies the text if it is new. */
uint32_t texts_add(struct texts *texts, const char *text);

/* Returns the text of a number that texts_add returned. */
const char *texts_at(const struct texts *texts, uint32_t number);

#endif
