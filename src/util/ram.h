/* ram.h: the memory of this machine. */
#ifndef UTIL_RAM_H
#define UTIL_RAM_H

#include <stdint.h>

/* Returns the bytes of memory that processes of this machine share, or fewer if the control group
 * of this process is allowed fewer; 0 if that is unknown. */
uint64_t ram_size(void);

#endif
