/* gotos.c: interpreters whose instructions are chosen by computed gotos. Each prints how often its
 * gotos were executed, and how often an inner loop was. */
int printf(const char *format,
           ...); /* no headers: there are none for all machines that it is compiled for */

static volatile unsigned seed = 1;

/* Returns a number below a limit, as in all runs. */
static unsigned draw(unsigned limit)
{
    seed = seed * 1103515245 + 12345;
    return (seed >> 16) % limit;
}

enum { LONGEST = 64 };

static void fill(unsigned char *code, unsigned kinds, unsigned end)
{
    for (unsigned i = 0; i + 1 < LONGEST; i++)
        code[i] = (unsigned char)draw(kinds);
    code[LONGEST - 1] = (unsigned char)end;
}

__attribute__((noinline)) static long leaf(long n)
{
    return n & 3;
}

/* All gotos read one table, with an entry that is never used. */
__attribute__((noinline)) static long shared(const unsigned char *code, long *gotos, long *inner)
{
    static const void *const table[] = {&&add, &&subtract, &&repeat, &&call, &&end, &&unused};
    long sum = 0;
#define NEXT() goto *table[++*gotos, *code++]
    NEXT();
add:
    sum += 3;
    NEXT();
subtract:
    sum -= sum > 7 ? 5 : 1;
    NEXT();
repeat:
    for (volatile long i = 0; i < (sum & 3); i++)
        ++*inner;
    NEXT();
call:
    sum += leaf(sum);
    NEXT();
unused:
    sum *= 17;
    NEXT();
end:
    return sum;
#undef NEXT
}

/* Two tables, one for each mode: all gotos of a mode read its own. */
__attribute__((noinline)) static long modes(const unsigned char *code, long *first, long *second)
{
    static const void *const one[] = {&&add, &&subtract, &&turn, &&end};
    static const void *const other[] = {&&multiply, &&clear, &&turn_back, &&end};
    long sum = 1;
#define NEXT() goto *one[++*first, *code++]
#define OTHER() goto *other[++*second, *code++]
    NEXT();
add:
    sum += 3;
    NEXT();
subtract:
    sum -= 2;
    NEXT();
turn:
    sum ^= 5;
    OTHER();
multiply:
    sum = sum * 3 & 1023;
    OTHER();
clear:
    sum &= 31;
    OTHER();
turn_back:
    sum ^= 9;
    NEXT();
end:
    return sum;
#undef NEXT
#undef OTHER
}

/* The table has the distances of labels. */
__attribute__((noinline)) static long distances(const unsigned char *code, long *gotos)
{
    static const int table[] = {&&add - &&add, &&subtract - &&add, &&twice - &&add, &&end - &&add};
    long sum = 0;
#define NEXT() goto *((const char *)&&add + table[++*gotos, *code++])
    NEXT();
add:
    sum += 3;
    NEXT();
subtract:
    sum -= sum & 4 ? 2 : 1;
    NEXT();
twice:
    sum = sum * 2 & 4095;
    NEXT();
end:
    return sum;
#undef NEXT
}

/* Labels in code that was translated first, as some interpreters have them. */
__attribute__((noinline)) static long threaded(const unsigned char *code, const void **room,
                                               long *gotos, long *inner)
{
    static const void *const table[] = {&&add, &&again, &&count, &&end};
    const void **at = room;
    long sum = 0, left = 5;
    for (unsigned i = 0; i < LONGEST; i++)
        room[i] = table[code[i]];
#define NEXT() goto *(++*gotos, *at++)
    NEXT();
add:
    sum += 3;
    NEXT();
again:
    if (left > 0) {
        left--;
        at = room;
    }
    NEXT();
count:
    for (volatile int i = 0; i < 3; i++)
        ++*inner;
    NEXT();
end:
    return sum + left;
#undef NEXT
}

int main(void)
{
    static unsigned char code[LONGEST];
    static const void *room[LONGEST];
    long gotos = 0, inner = 0, sum = 0, first = 0, second = 0, distant = 0, translated = 0,
         more = 0;
    for (int i = 0; i < 20; i++) {
        fill(code, 4, 4);
        sum += shared(code, &gotos, &inner);
        fill(code, 3, 3);
        sum += modes(code, &first, &second);
        sum += distances(code, &distant);
        sum += threaded(code, room, &translated, &more);
    }
    printf("shared %ld %ld\nmodes %ld %ld\ndistances %ld\nthreaded %ld %ld\nsum %ld\n", gotos,
           inner, first, second, distant, translated, more, sum);
    return 0;
}
