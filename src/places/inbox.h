/* inbox.h: activities that came from other places, for any worker; first in, first out. */
#ifndef PLACES_INBOX_H
#define PLACES_INBOX_H

#include "places/activity.h"

#include <stdbool.h>

void inbox_add(struct activity *activity);
struct activity *inbox_take(void); /* NULL if it is empty */
bool inbox_is_empty(void);

#endif
