/* object_share.h: lets two objects of one Fortran source share the variables of its modules. The
 * object of the original keeps them; the instrumented one refers to them. */
#ifndef INSTRUMENT_DRIVER_OBJECT_SHARE_H
#define INSTRUMENT_DRIVER_OBJECT_SHARE_H

#include "instrument/driver/words.h"

#include <stdbool.h>

/* True if the object at `path` can define these symbols for another: it has no module variable that
 * others cannot see, and neither a shared variable has the address of a procedure that is not
 * shared nor a shared procedure, such as one that copies a type, calls one. */
bool object_share_can_define(const char *path, const struct words *symbols);

/* True if the object at `path` defines all of these symbols, and can do without their definitions:
 * it refers to none of their sections in another way. */
bool object_share_can_refer(const char *path, const struct words *symbols);

/* Takes the definitions of these symbols out of such an object. False if that fails. */
bool object_share_refer(char *path, const struct words *symbols);

#endif
