/* coroutines.c: three stacks that take turns, resumed from different places. */
#include "called.h"

#include <stdlib.h>
#include <ucontext.h>

enum { STACKS = 3 };

static ucontext_t home, own[STACKS];
static int total, now, over;

static APART void leaf(int value)
{
    COUNT(0);
    total += value;
}

static APART void yield(void)
{
    COUNT(1);
    leaf(1);
    swapcontext(&own[now], &home);
    leaf(2);
}

static APART int fib(int number) /* compilers make a part of it a loop */
{
    if (number == 3)
        yield();
    return number < 2 ? number : fib(number - 1) + fib(number - 2);
}

static void body(int number)
{
    COUNT(3);
    for (int i = 0; i < 4; i++) {
        leaf(number);
        total += fib(4 + number);
    }
    over++;
}

static APART int resume(int number)
{
    COUNT(4);
    int before = over;
    now = number;
    leaf(3);
    swapcontext(&home, &own[number]);
    leaf(4);
    return over > before;
}

static APART int resume_by(int number)
{
    COUNT(5);
    leaf(5);
    int found = resume(number);
    leaf(6);
    return found;
}

int main(int count, char **words)
{
    static char stacks[STACKS][65536];
    int gone[STACKS] = {0}, turn = 0;
    for (int i = 0; i < STACKS; i++) {
        getcontext(&own[i]);
        own[i].uc_stack = (stack_t){.ss_sp = stacks[i], .ss_size = sizeof stacks[i]};
        own[i].uc_link = &home;
        makecontext(&own[i], (void (*)(void))body, 1, i);
    }
    while (over < STACKS) {
        for (int i = 0; i < STACKS; i++) {
            if (!gone[i])
                gone[i] = turn++ % 2 ? resume(i) : resume_by(i);
        }
        if (count > 1 && turn > atoi(words[1]))
            break;
    }
    printf("%d %d\n", total, turn);
    tell();
    return 0;
}
