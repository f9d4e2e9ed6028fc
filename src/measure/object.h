/* object.h: the objects that threads wait for (locks, barriers, threads, ...) and their holders. */
#ifndef MEASURE_OBJECT_H
#define MEASURE_OBJECT_H

#include "format/object.h"

#include <stdbool.h>
#include <stdint.h>

/* Returns the object of that id, which is its address in memory, or any number if it has none (then
 * `address` is NULL). `site` is where it was made or first used. NULL if nothing is measured, or if
 * there are too many objects. */
struct format_object *measure_object_of(uint64_t id, enum format_object_kind kind,
                                        const void *address, const void *site);

/* Returns an object that is known already; NULL if there is none. */
struct format_object *measure_object_known(uint64_t id);

/* Notes that this thread waits for the object, and that the wait has ended. Here and below, NULL as
 * object does nothing. */
void measure_object_wait(struct format_object *object);
void measure_object_end_wait(struct format_object *object);

/* Notes that the activity of this thread holds the object exclusively. No other thread may call it
 * for this object at the same time. */
void measure_object_got(struct format_object *object, uint64_t now);

/* Notes that this thread acquired an object that several can hold at a time. With `holds` it is
 * recorded as the holder. */
void measure_object_got_shared(struct format_object *object, uint64_t now, bool holds);

/* Notes that the holder releases the object; returns how long it was held in ticks, or 0 if
 * unknown. */
uint64_t measure_object_let_go(struct format_object *object, uint64_t now);

/* Returns the activity that holds the object, or FORMAT_NO_ACTIVITY. */
uint32_t measure_object_holder(const struct format_object *object);

/* Notes that the object was destroyed. */
void measure_object_gone(uint64_t id);

/* Forgets the objects in libraries that were unloaded, since their data is gone. */
void measure_object_forget_unloaded(void);

/* Moves the objects to the files of a forked child, after its lane was made; `was` is the activity
 * of the forking thread in the parent. The guard must be held. False with errno. */
bool measure_object_fork(uint32_t was);

#endif
