/* switches.c: jumps by tables in the forms that compilers know, and jumps that are none.
 *
 * A function switch_N_... has one jump table with N targets at least; leave_... jumps out of itself
 * through a pointer. */
int puts(
    const char *text); /* no headers: there are none for all machines that it is compiled for */
_Noreturn void abort(void);
_Noreturn void exit(int status);

#define NOINLINE __attribute__((noinline, noclone))

NOINLINE void say(int value)
{
    static volatile int sum;
    sum += value;
}

NOINLINE void shout(const char *text)
{
    puts(text);
}

#define CASES                                                                                      \
    case 0:                                                                                        \
        say(5);                                                                                    \
        break;                                                                                     \
    case 1:                                                                                        \
        shout("1");                                                                                \
        break;                                                                                     \
    case 2:                                                                                        \
        say(17);                                                                                   \
        say(18);                                                                                   \
        break;                                                                                     \
    case 3:                                                                                        \
        shout("3");                                                                                \
        say(3);                                                                                    \
        break;                                                                                     \
    case 4:                                                                                        \
        say(1);                                                                                    \
        shout("4");                                                                                \
        say(2);                                                                                    \
        break;                                                                                     \
    case 5:                                                                                        \
        exit(5);                                                                                   \
    case 6:                                                                                        \
        say(6);                                                                                    \
        say(66);                                                                                   \
        say(666);                                                                                  \
        break;

NOINLINE void switch_7_int(int value)
{
    switch (value) {
        CASES
    default:
        say(-1);
    }
    say(100);
}

NOINLINE void switch_7_long(long value)
{
    switch (value + 3) {
        CASES
    default:
        return;
    }
    say(100);
}

NOINLINE void switch_7_byte(const unsigned char *text)
{
    switch (*text - 'a') {
        CASES
    default:
        say(-1);
    }
    say(100);
}

NOINLINE void switch_7_masked(unsigned value)
{
    switch (value & 7) {
        CASES
    default:
        shout("7");
    }
    say(100);
}

/* The compiler knows that there is no other value: nothing is compared. */
NOINLINE void switch_7_known(unsigned value)
{
    switch (value) {
        CASES
    default:
        __builtin_unreachable();
    }
    say(100);
}

/* The table's address is computed before the loop. */
NOINLINE void switch_7_loop(const signed char *text, int count)
{
    for (int i = 0; i < count; i++) {
        say(i);
        switch (text[i]) {
            CASES
        default:
            say(-1);
        }
    }
}

NOINLINE int switch_7_field(const short *values, unsigned index)
{
    say(1);
    switch (values[index]) {
        CASES
    case 7:
        return 3;
    default:
        if (values[index + 1])
            abort();
    }
    say(100);
    return 1;
}

typedef void handler(int);

NOINLINE void leave_by_pointer(handler *const *table, int value)
{
    table[value](value);
}

int main(int argc, char **argv)
{
    static handler *const handlers[] = {say, say, switch_7_int};
    short values[] = {0, 1, 2, 3, 4, 0};
    (void)argv;
    for (int i = 0; i < 5; i++) {
        if (i == 1 || i == 3)
            continue;
        switch_7_int(i);
        switch_7_long(i - 3);
        switch_7_byte((const unsigned char *)"abcdefg" + i);
        switch_7_masked((unsigned)i + 8);
        switch_7_known((unsigned)i);
        switch_7_field(values, (unsigned)i);
    }
    switch_7_loop((const signed char[]){0, 2, 4, 6}, 4);
    leave_by_pointer(handlers, argc);
    return 0;
}
