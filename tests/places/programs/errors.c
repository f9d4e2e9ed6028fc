#include <stdio.h>
#include <stdlib.h>
struct list {
    struct list *next;
    int value;
};
#define SHOW(v) printf("%d\n", v)
#define SHOWX printf("%d\n", x)
static int f(int *p, int n)
{
    struct list head = {0};
    int x = 0, a[3] = {0};
    struct {
        int y;
    } anon = {1};
    static int calls;
#pragma tri at(1)
    printf("%d\n", *p);
#pragma tri at(1)
    printf("%d\n", head.value);
#pragma tri async
    x = n;
#pragma tri at(0)
    a[1] = n;
#pragma tri async at(0)
    x++;
#pragma tri async share(x)
    x = 3;
#pragma tri at(1) share(x)
    printf("%d\n", x);
#pragma tri at(1)
    calls++;
#pragma tri at(1)
    printf("%d\n", anon.y);
#pragma tri finish
    return 3;
    for (int i = 0; i < 3; i++) {
#pragma tri async
        break;
    }
#pragma tri at(1) copyback(p)
    p = 0;
#pragma tri async clocked(c)
    ;
#pragma tri at(0) copy(nothing)
    ;
#pragma tri finish
#pragma tri async share(x)
    SHOWX;
#pragma tri finish
    goto out;
out:
#pragma tri at(1) copy(n [0:3])
    SHOW(n);
#pragma tri at(1) reduction(+ : a)
    SHOW(a[0]);
#pragma tri finish
#pragma tri async
#pragma tri at(1) copyback(x)
    x = 2;
    return x;
}
#pragma tri finish
int main(void)
{
    return f(NULL, 1);
}
