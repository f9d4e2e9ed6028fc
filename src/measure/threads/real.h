/* real.h: the functions that the collector stands in front of. */
#ifndef MEASURE_THREADS_REAL_H
#define MEASURE_THREADS_REAL_H

/* What the program finds instead of libc's. */
#define REAL_STAND_IN __attribute__((visibility("default")))

struct real {
    void *function; /* NULL: not looked for yet */
    const char *name;
};

/* Looks for it behind this library: libc's, or that of another library which stands between the
 * two. Never NULL: where there is none, a function that fails. */
void *real_find(struct real *real);

/* The function of that name; as fast as a pointer after the first time. */
#define REAL(function_)                                                                            \
    (*(__typeof__(&function_))__extension__({                                                      \
        static struct real real_ = {0, #function_};                                                \
        void *known_ = __atomic_load_n(&real_.function, __ATOMIC_RELAXED);                         \
        __builtin_expect(known_ != 0, 1) ? known_ : real_find(&real_);                             \
    }))

#endif
