/* jump.h: calls of described functions that are left without a return: by exceptions, the end of
 * the thread, or longjmp. */
#ifndef MEASURE_VOCABULARY_JUMP_H
#define MEASURE_VOCABULARY_JUMP_H

/* Ends the innermost open call of this thread, at the present time. begin.c */
void measure_vocabulary_left(void);

/* Ends the open calls that longjmp to this buffer is about to leave. */
void measure_vocabulary_jump(const void *buffer);

#endif
