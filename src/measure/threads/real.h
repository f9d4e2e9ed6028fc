/* real.h: finds the functions behind those that a collector interposes. */
#ifndef MEASURE_THREADS_REAL_H
#define MEASURE_THREADS_REAL_H

/* Marks a function that the program finds instead of libc's. */
#define REAL_STAND_IN __attribute__((visibility("default")))

struct real {
    void *function; /* NULL: not looked up yet */
    const char *name;
};

/* Finds the function behind this library: libc's, or that of a library between the two. Never NULL:
 * if there is none, it returns a function that fails. */
void *real_find(struct real *real);

/* The real function of that name; as fast as a pointer after the first call. */
#define REAL(function_)                                                                            \
    (*(__typeof__(&function_))__extension__({                                                      \
        static struct real real_ = {0, #function_};                                                \
        void *known_ = __atomic_load_n(&real_.function, __ATOMIC_RELAXED);                         \
        __builtin_expect(known_ != 0, 1) ? known_ : real_find(&real_);                             \
    }))

#endif
