/* relax.h: a short break of a thread that looks at memory again and again. */
#ifndef PLACES_RELAX_H
#define PLACES_RELAX_H

static inline void relax(void)
{
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("isb" ::: "memory");
#endif
}

#endif
