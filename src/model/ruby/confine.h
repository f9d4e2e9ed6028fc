/* confine.h: bounds what this process can do from now on: time, memory, and system calls. */
#ifndef MODEL_RUBY_CONFINE_H
#define MODEL_RUBY_CONFINE_H

#include <stdbool.h>

/* Ends the process after `seconds` and lets allocations fail above `megabytes`. */
void ruby_confine_resources(unsigned seconds, unsigned megabytes);

/* Lets system calls fail with EPERM that start programs, write or remove files, signal other
 * processes or use the network. Threads and reading stay possible. False if the kernel cannot do
 * it. */
bool ruby_confine_calls(void);

#endif
