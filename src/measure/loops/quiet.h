/* quiet.h: whether format/quiet.h is right about this process: another library, or the program,
 * may have functions of these names. */
#ifndef MEASURE_LOOPS_QUIET_H
#define MEASURE_LOOPS_QUIET_H

#include <stdbool.h>

/* True if the program's calls of all these functions lead to the C library, which is not measured.
 */
bool quiet_holds(void);

#endif
