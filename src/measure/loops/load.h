/* load.h: which modules of the program are counted, and putting their copies in place. */
#ifndef MEASURE_LOOPS_LOAD_H
#define MEASURE_LOOPS_LOAD_H

/* Those that are loaded now; once, before the program's own code runs. */
void load_begin(void);

#endif
