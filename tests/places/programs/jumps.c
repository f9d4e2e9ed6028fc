/* jumps.c: statements, jumps, variables and clocks that directives cannot have. */
#define STEP(x)                                                                                    \
    for (int s = 0; s < 2; s++)                                                                    \
    (x)++
#define BEGIN {
#define END }
struct far {
    int *to;
};
struct wide {
    _Alignas(64) int x;
};
static int f(int n, struct far *fars, int *p)
{
    static void *const labels[] = {&&out};
    struct wide wide = {1};
    int x = 0;
    for (int i = 0; i < n; i++) {
#pragma tri finish
        continue;
    }
#pragma tri finish
    goto *labels[0];
    switch (n) {
#pragma tri finish
    case 1:
        x++;
    }
#pragma tri at(1)
    n = wide.x;
#pragma tri at(1) copy(fars [0:n])
    if (!fars[0].to)
        return 1;
#pragma tri finish clocked(a) clocked(b)
    ;
#pragma tri at(0) copyback(x)
#pragma tri async share(x)
    x++;
#pragma tri async at(0) copyback(x)
    x++;
#pragma tri finish
#pragma tri async at(0) copy(x)
#pragma tri async at(0) reduction(+ : x)
    x++;
#pragma tri async at(0) copyback(p [0:n])
    p[0]++;
#pragma tri at(1) share(n)
    ;
out:
    return x;
}
int main(void)
{
    return f(1, 0, 0);
}
