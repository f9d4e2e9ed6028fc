/* leave_real.h: the functions that stand-ins stand in front of, wherever they are. */
#ifndef MEASURE_LOOPS_LEAVE_REAL_H
#define MEASURE_LOOPS_LEAVE_REAL_H

#define LEAVE_STAND_IN __attribute__((visibility("default")))

/* The one of that name that comes behind this library, or that the caller's own library would find:
 * it may be loaded such that only that sees it. Never NULL: the program could not go on. */
void *leave_real(void **known, const char *name, const void *caller);

/* In a stand-in: what it stands for. */
#define LEAVE_REAL(function_)                                                                      \
    (*(__typeof__(&function_))__extension__({                                                      \
        static void *known_;                                                                       \
        leave_real(&known_, #function_, __builtin_return_address(0));                              \
    }))

#endif
