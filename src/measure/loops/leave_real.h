/* leave_real.h: finds the real functions behind the interposed ones. */
#ifndef MEASURE_LOOPS_LEAVE_REAL_H
#define MEASURE_LOOPS_LEAVE_REAL_H

#define LEAVE_STAND_IN __attribute__((visibility("default")))

/* Returns the function of that name behind this library, or the one that the caller's own library
 * would find, since it may be loaded privately. Never NULL: the program could not continue, so it
 * aborts. */
void *leave_real(void **known, const char *name, const void *caller);

/* The real function, in an interposed one. */
#define LEAVE_REAL(function_)                                                                      \
    (*(__typeof__(&function_))__extension__({                                                      \
        static void *known_;                                                                       \
        leave_real(&known_, #function_, __builtin_return_address(0));                              \
    }))

#endif
