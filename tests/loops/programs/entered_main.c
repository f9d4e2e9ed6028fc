/* main, and larger functions, are entered in their middle, and so stay as they are. `part` has a
 * cold part, which is counted with it. */
#include <stdio.h>
#include <stdlib.h>

static volatile long sum;
static volatile int never;

#ifdef __aarch64__
#define JUMP "b "
#else
#define JUMP "jmp "
#endif
#define INSIDE(name) __asm__ volatile(".global inside_" #name "\ninside_" #name ":")
#define ENTER(name)                                                                                \
    if (never)                                                                                     \
    __asm__ volatile(JUMP "inside_" #name)
#define MORE sum += sum * 3 + 1, sum ^= sum >> 7, sum -= sum * 5
#define LARGE(name)                                                                                \
    __attribute__((noinline)) static void name(void)                                               \
    {                                                                                              \
        MORE, MORE, MORE, MORE, MORE, MORE, MORE, MORE;                                            \
        INSIDE(name);                                                                              \
        sum++;                                                                                     \
    }

LARGE(first)
LARGE(second)
LARGE(third)
LARGE(fourth)
LARGE(fifth)
LARGE(sixth)
LARGE(seventh)

__attribute__((noinline)) static void enters(void)
{
    ENTER(first);
    ENTER(second);
    ENTER(third);
    ENTER(fourth);
    ENTER(fifth);
    ENTER(sixth);
    ENTER(seventh);
    ENTER(main);
    sum++;
}

__attribute__((noinline, cold)) static void rarely(void)
{
    puts("rarely");
}

__attribute__((noinline)) static void part(void)
{
    if (never) {
        rarely();
        exit(1);
    }
    sum++;
}

int main(void)
{
    enters();
    INSIDE(main);
    part();
    first(), second(), third(), fourth(), fifth(), sixth(), seventh();
    return 0;
}
