/* heads.c: loops that are tested at their heads, and others that are left there: without
 * optimisation, compilers make code of the same form of them. */
#define KERNEL __attribute__((noinline))
#define FOREACH(i, n) for (int i = 0; i < (n); ++i)

static volatile int sink;
static double a[4][4], b[4][4], c[4][4];

KERNEL static void nest(void)
{
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++)
            for (int k = 0; k < 4; k++)
                c[i][j] += a[i][k] * b[k][j];
}

KERNEL static void macro(int n)
{
    FOREACH(i, n)
    sink = i;
}

KERNEL static void macros(int n)
{
    for (int i = 0; i < n; i++)
        FOREACH(k, 2)
    sink = k;
}

KERNEL static void loop(int n)
{
    while (n > 0)
        n--;
}

KERNEL static void leaves(int n)
{
    for (int i = 0;; i++) {
        if (i == n)
            break;
        sink = i;
    }
}

KERNEL static int returns(int n)
{
    for (int i = 0;; i++) {
        if (i == n)
            return i;
        sink = i;
    }
}

KERNEL static void jumps(int n)
{
    int i = 0;
    while (1) {
        if (i++ == n)
            goto out;
        sink = i;
    }
out:
    sink = 0;
}

KERNEL static void chosen(int n)
{
    for (int i = 0;; i++) {
        switch (i - n) {
        case 0:
            return;
        default:
            sink = i;
        }
    }
}

KERNEL static void last(int n)
{
    do
        sink = n;
    while (--n > 0);
}

int main(void)
{
    for (int i = 0; i < 2; i++)
        nest();
    macro(3);
    macros(3);
    loop(3);
    leaves(3);
    returns(3);
    jumps(3);
    chosen(3);
    last(3);
    return 0;
}
