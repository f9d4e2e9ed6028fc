/* forms.c: every way in which a variable gets into a block, and every kind of statement. The output
 * is that of the sequential program, at any number of places. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <triptych/places.h>

#define CELL(i, j) grid[(i)*4 + (j)]
#define DOUBLE(x) ((x) + (x))

struct inner {
    short s;
    char name[5];
};
struct outer {
    struct inner in[2];
    double d;
    unsigned bits : 3;
};
typedef struct {
    int x, y;
} pair;
union either {
    int i;
    float f;
};
enum colour { RED, GREEN = 7 };

static int global = 1;
static int last;

static int elsewhere(void)
{
    return tri_places() - 1;
}

static void scalars(void)
{
    char c = 'a';
    _Bool b = 1;
    unsigned long long u = ~0ull;
    long double ld = 1.5L;
    float _Complex z = 2;
    const int constant = 42;
    volatile int v = 3;
    enum colour colour = GREEN;
    union either either = {.i = 9};
    pair p = {1, 2};
    struct outer o = {.in = {{1, "ab"}, {2, "cd"}}, .d = 2.5, .bits = 5};
#pragma tri at(elsewhere())
    printf("%c %d %llu %Lg %g %d %d %d %d %d %s %g %d\n", c, b, u, ld, (double)(__real__ z),
           constant, v, colour, either.i, p.x + p.y, o.in[1].name, o.d, o.bits),
        fflush(stdout);
#pragma tri at(elsewhere()) copyback(c, u, o, p)
    {
        c++;
        u = DOUBLE(u) + 1;
        o.in[0].name[0] = 'X';
        p.y = o.bits;
    }
    printf("%c %llu %s %d\n", c, u, o.in[0].name, p.y);
}

static void arrays(int n, int m)
{
    double d[3] = {1, 2, 3};
    int table[2][3] = {{1, 2, 3}, {4, 5, 6}};
    int grid[16], vla[n][m][2];
    char text[] = "text";
    const int odd[] = {1, 3, 5};
    for (int i = 0; i < 16; i++)
        grid[i] = i;
    for (int i = 0; i < n * m * 2; i++)
        ((int *)vla)[i] = i * i;
    long sum = 0;
#pragma tri at(elsewhere()) copyback(table, vla) reduction(+ : sum)
    {
        sum += (long)(d[2] + table[1][2] + CELL(3, 3) + vla[n - 1][m - 1][1] + odd[2] +
                      (long)sizeof vla + (long)strlen(text));
        table[0][0] = 77;
        vla[0][0][0] = 78;
    }
    printf("%ld %d %d\n", sum, table[0][0], vla[0][0][0]);
#pragma tri finish
    {
#pragma tri async share(vla, table)
        {
            vla[n - 1][m - 1][0] = table[1][1];
            table[1][1] = 0;
        }
    }
    printf("%d %d\n", vla[n - 1][m - 1][0], table[1][1]);
}

static void sections(double (*rows)[4], int n, float *p, int low)
{
    double sum = 0;
#pragma tri at(elsewhere()) copy(rows [0:n]) copyback(p [low:n]) reduction(+ : sum)
    {
        for (int i = 0; i < n; i++) {
            sum += rows[i][i % 4];
            p[low + i] *= 2;
        }
    }
    printf("%g %g %g %g\n", sum, p[low], p[low + n - 1], rows[0][0]);
    float small[8] = {0, 1, 2, 3, 4, 5, 6, 7};
#pragma tri at(elsewhere()) copyback(small [2:3])
    for (int i = 2; i < 5; i++)
        small[i] = 10 * small[i];
    printf("%g %g %g\n", small[1], small[4], small[5]);
}

/* What comes back: nothing, a few bytes, and more than a message has room for. */
static void lengths(void)
{
    char bytes[41] = "";
    char *p = bytes;
    for (int n = 0; n <= 40; n++) {
#pragma tri at(elsewhere()) copyback(p [0:n])
        for (int i = 0; i < n; i++)
            p[i] = (char)('A' + (p[i] + n + i) % 26);
        printf("%s\n", bytes);
    }
}

static void modified(int n, int (*table)[n], int *whole)
{
    int sum = 0;
#pragma tri at(elsewhere()) copy(table [0:2]) reduction(+ : sum)
    sum += table[1][n - 1] + (int)sizeof *table;
#pragma tri finish
#pragma tri async
    table[1][0] = whole[2];
    printf("%d %d\n", sum, table[1][0]);
}

static void reductions(void)
{
    int plus = 1, times = 2, low = 5, high = 5, and = 0xff, or = 1, xor = 3, all = 1, any = 0;
    double smallest = 1e9;
#pragma tri finish
    for (int i = 1; i <= 4; i++)
#pragma tri async reduction(+ : plus) reduction(* : times) reduction(min : low, smallest) reduction(max : high) reduction(&:and) \
    reduction(| : or) reduction(^ : xor) reduction(&& : all) reduction(|| : any)
    {
        plus += i;
        times *= i;
        low = low < i ? low : i;
        high = high > i ? high : i;
        and &= ~i;
        or |= 1 << (4 * i);
        xor ^= i;
        all = all && i;
        any = any || i == 3;
        smallest = smallest < i / 2.0 ? smallest : i / 2.0;
    }
    printf("%d %d %d %d %d %d %d %d %d %g\n", plus, times, low, high, and, or, xor, all, any,
           smallest);
}

static void locals(int n)
{
    typedef struct {
        int a, b;
    } local_pair;
    struct tagged {
        long l;
    } tagged = {n};
    enum { FIRST = 10, SECOND };
    extern long labs(long);
    static int calls;
    static const int primes[] = {2, 3, 5, 7};
    local_pair lp = {n, n + 1};
#pragma tri finish
    {
#pragma tri async
        calls += primes[2];
#pragma tri at(elsewhere()) copyback(lp, tagged)
        {
            struct tagged other = tagged;
            lp.a += primes[3] + SECOND + (int)labs(-n);
            tagged.l = other.l + lp.b;
        }
    }
    printf("%d %ld %d\n", lp.a, tagged.l, calls);
}

/* Names that the translation uses itself. */
static void names(void)
{
    int d[2] = {1, 2}, n[2] = {3, 4}, p[1] = {5}, f = 6, v = 7, b = 8, total = 9, place = 0;
#pragma tri at(place) copyback(d, n, p) reduction(+ : v)
    {
        d[0] = n[1] + p[0] + f;
        v += b + total;
    }
#pragma tri finish
#pragma tri async share(d, f) reduction(+ : b)
    {
        f = d[0];
        b += n[0];
    }
    printf("%d %d %d %d\n", d[0], v, f, b);
}

static void statements(int n)
{
    int sum = 0, i;
    if (n > 1)
#pragma tri finish
        for (i = 0; i < n; i++)
#pragma tri async reduction(+ : sum)
            if (i % 2)
                sum += i;
            else
                sum -= 1;
    else
        sum = -100;
    switch (n) {
    case 5:
#pragma tri at(elsewhere()) reduction(+ : sum)
        do {
        again:
            sum++;
            if (sum > 1000)
                goto again;
        } while (n < 3);
        break;
    default:
        break;
    }
#pragma tri at(elsewhere())
    ;
#pragma tri atomic
    {
#pragma tri atomic
        global += sum;
    }
    printf("%d %d\n", sum, global);
}

static long nested(int n)
{
    long result = 0;
    int a[4] = {1, 2, 3, 4};
    if (n == 0)
        return 1;
#pragma tri finish
    {
#pragma tri async share(result)
        {
            long mine = 0;
            int i = n;
#pragma tri at(i % tri_places()) reduction(+ : mine)
            {
                int k = a[i % 4];
#pragma tri at((i + 1) % tri_places()) copyback(mine) copy(k)
                {
                    k++;
                    mine += k + a[0];
                }
            }
#pragma tri finish
#pragma tri async share(mine)
            mine += nested(n - 1);
#pragma tri atomic
            result += mine;
        }
    }
    return result;
}

static void conditions(int n)
{
    int full = 0, item = 0, taken = 0;
#pragma tri finish
    {
#pragma tri async share(full, item)
        for (int i = 1; i <= n; i++) {
#ifdef TRI_PLACES_TRANSLATED
#pragma tri when(!full)
            {
                item = i;
                full = 1;
            }
#endif
        }
#pragma tri async share(full, item, taken)
        for (int i = 1; i <= n; i++) {
#ifdef TRI_PLACES_TRANSLATED
#pragma tri when(full)
            {
                taken += item;
                full = 0;
            }
#else
            taken += i;
#endif
        }
    }
    printf("%d\n", taken);
}

static int cells[8], sums[8];

static void clocks(void)
{
#pragma tri finish clocked(c)
    for (int i = 0; i < 8; i++) {
        cells[i] = i;
#pragma tri async clocked(c)
        for (int round = 0; round < 5; round++) {
#pragma tri next
#ifdef TRI_PLACES_TRANSLATED
            sums[i] += cells[(i + 1) % 8];
#else
            sums[i] += (i + 1) % 8 + round;
#endif
#pragma tri next
            cells[i]++;
        }
    }
    for (int i = 0; i < 8; i++)
        printf("%d ", sums[i]);
    printf("\n");
}

/* What activities at other places leave has come when their finish is over. */
static void results(int n)
{
    typedef unsigned char byte;
    int plus = 1, times = 2, low = 5, high = 5, all = 1, count = 0, sizes[n];
    double x = 1.5, a[6] = {0}, *p = malloc(6 * sizeof *p);
    byte bits = 0xff;
    struct outer o = {.d = 2.5};
#pragma tri finish
    for (int i = 1; i <= 12; i++)
#pragma tri async at(i % tri_places()) reduction(+ : plus) reduction(min : low) reduction(max : high) reduction(& : bits) \
    reduction(&& : all)
    {
        plus += i;
        low = low < 20 - 2 * i ? low : 20 - 2 * i;
        high = high > 2 * i ? high : 2 * i;
        bits &= (byte)~i;
        all = all && i != 7;
    }
#pragma tri finish
    {
#pragma tri async at(elsewhere()) copyback(x, o, sizes)
        {
            x += 2;
            o.in[1].s = (short)(n + 1);
            for (int i = 0; i < n; i++)
                sizes[i] = 10 * i;
        }
        for (int i = 0; i < 6; i++) {
            p[i] = i;
#pragma tri async at(i % tri_places()) copyback(a [i:1], p [i:1]) reduction(* : times) \
    reduction(+ : count)
            {
                a[i] = p[i] + 0.5;
                p[i] = -a[i];
                times *= 2;
#pragma tri finish
#pragma tri async at((i + 1) % tri_places()) reduction(+ : count)
                count += 1;
            }
        }
    }
    printf("%d %d %d %d %d %d %d\n", plus, times, low, high, all, count, bits);
    printf("%g %g %d %d %g %g %g\n", x, o.d, o.in[1].s, sizes[n - 1], a[0], a[5], p[5]);
    free(p);
}

/* Activities come to `next` wherever they are; each one sees what the others did before. */
static int arrivals, missed;

static void moving_clocks(void)
{
#pragma tri finish clocked(outer)
#pragma tri finish clocked(inner)
    {
        for (int i = 0; i < 4; i++)
#pragma tri async at((i + 1) % tri_places()) clocked(outer, inner)
            for (int round = 1; round <= 3; round++) {
#pragma tri at(0)
#pragma tri atomic
                arrivals++;
#pragma tri at((i + round) % tri_places())
                {
#pragma tri next
#pragma tri at(0)
                    {
#ifdef TRI_PLACES_TRANSLATED
#pragma tri atomic
                        missed += arrivals != 4 * round;
#endif
#pragma tri next
                    }
                }
            }
#ifdef TRI_PLACES_TRANSLATED
        for (int round = 0; round < 6; round++)
#pragma tri at(elsewhere())
        {
#pragma tri next
        }
#endif
    }
    printf("%d %d\n", arrivals, missed);
}

/* A block of `at` starts activities that share the clock of the activity that it belongs to. */
static void clocked_children(void)
{
    int seen = 0;
    arrivals = 0;
#pragma tri finish clocked(c)
    {
#pragma tri at(elsewhere())
        for (int i = 0; i < 3; i++)
#pragma tri async at(i % tri_places()) clocked(c)
        {
#pragma tri at(0)
#pragma tri atomic
            arrivals++;
#pragma tri next
        }
#pragma tri next
        seen = arrivals;
    }
    printf("%d\n", seen);
}

static void everywhere(void)
{
    int counts = 0;
#pragma tri finish
    for (int i = 0; i < 100; i++)
#pragma tri async at(i % tri_places())
    {
#pragma tri finish
        for (int k = 0; k < 3; k++)
#pragma tri async at((i + k) % tri_places())
#pragma tri atomic
            last++;
    }
    for (int p = 0; p < tri_places(); p++)
#pragma tri at(p) reduction(+ : counts)
        counts += last;
    printf("%d\n", counts);
}

int main(void)
{
    double rows[3][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}};
    float floats[10] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
    int table[2][3] = {{1, 2, 3}, {4, 5, 6}};
    setvbuf(stdout, NULL, _IOLBF, 0);
    scalars();
    arrays(2, 3);
    sections(rows, 3, floats, 4);
    lengths();
    modified(3, table, table[0]);
    reductions();
    locals(4);
    names();
    statements(5);
    printf("%ld\n", nested(6));
    conditions(20);
    clocks();
    results(4);
    moving_clocks();
    clocked_children();
    everywhere();
    return 0;
}
