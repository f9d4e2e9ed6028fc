/* Jumps into, out of and between loops. */
#include <stdio.h>

static int into(int x)
{
    if (x > 3)
        goto middle;
    for (x = 0; x < 10; x++) {
        x++;
    middle:
        x++;
    }
    return x;
}

static int duff(int count)
{
    int copied = 0, n = (count + 3) / 4;
    switch (count % 4) {
    case 0:
        do {
            copied++;
        case 3: copied++;
        case 2: copied++;
        case 1: copied++;
        } while (--n > 0);
    }
    return copied;
}

static int computed(const char *program)
{
    static void *table[] = {&&add, &&twice, &&end};
    int x = 0;
    for (int i = 0; i < 2; i++)
        x++;
    for (;;) {
        goto *table[*program++ - '0'];
    add:
        x++;
        continue;
    twice:
        x *= 2;
        continue;
    }
end:
    return x;
}

static int inside(const char *program)
{
    int x = 0, going = 1;
    while (going) {
        static void *table[] = {&&add, &&end};
        goto *table[*program++ - '0'];
    add:
        x++;
        continue;
    end:
        going = 0;
    }
    return x;
}

static int out(int x)
{
    for (int i = 0; i < 10; i++) {
        for (int j = 0; j < 10; j++) {
            if (i * j == x)
                goto found;
            if (i + j == 17)
                return -1;
        }
    }
    return 0;
found:
    return 1;
}

static int back(void)
{
    int x = 0;
again:
    while (x < 3)
        x++;
    if (x++ < 5)
        goto again;
    return x;
}

static int hop(int x)
{
    for (int i = 0; i < 4; i++) {
        if (i == 2)
            goto next;
        x++;
    next:
        x++;
    }
    return x;
}

static int assembler(void)
{
    for (int i = 0; i < 3; i++) {
        asm goto("" : : : : leave);
    }
    return 1;
leave:
    return 2;
}

int main(void)
{
    printf("%d %d %d\n", into(1), into(5), duff(10));
    printf("%d %d\n", computed("001012"), inside("0001"));
    printf("%d %d %d\n", out(12), out(1000), back());
    printf("%d %d\n", hop(0), assembler());
    return 0;
}
