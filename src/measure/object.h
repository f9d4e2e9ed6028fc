/* object.h: what threads wait for, and who has it. */
#ifndef MEASURE_OBJECT_H
#define MEASURE_OBJECT_H

#include "format/object.h"

#include <stdbool.h>
#include <stdint.h>

/* The object of that id, which is its address in memory, or any number for one that has none
 * (`address` is NULL then); `site` is where it was made or first met. NULL: nothing is measured, or
 * there are too many of them. */
struct format_object *object_of(uint64_t id, enum format_object_kind kind, const void *address,
                                const void *site);

/* The one that is known already; NULL: none. */
struct format_object *object_known(uint64_t id);

/* This thread waits for it from now on, and no longer. NULL does nothing, here and below. */
void object_wait(struct format_object *object);
void object_end_wait(struct format_object *object);

/* The activity that this thread runs has it from now on, alone: nobody else calls this meanwhile.
 */
void object_got(struct format_object *object, uint64_t now);

/* The same for what several can get at a time. With `holds`, it is the one who has it, as far as
 * one can be named. */
void object_got_shared(struct format_object *object, uint64_t now, bool holds);

/* The one who has it lets go of it: how long it was held, in ticks; 0: not known. */
uint64_t object_let_go(struct format_object *object, uint64_t now);

/* Whose it is: the number of an activity, or FORMAT_NO_ACTIVITY. */
uint32_t object_holder(const struct format_object *object);

/* It is destroyed. */
void object_gone(uint64_t id);

/* A library may have been unloaded, and its data with it. */
void object_forget_unloaded(void);

/* In a forked child, after its lane was made, whose activity was that one of the parent; with the
 * guard held. */
bool object_fork(uint32_t was);

#endif
