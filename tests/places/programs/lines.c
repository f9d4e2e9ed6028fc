/* lines.c: directives that cannot be read, or that have no statement. */
static void f(int x, int *p)
{
#pragma tri at(1) copyback(p[0])
    p[0] = 1;
#pragma tri at
    ;
#pragma tri at()
    ;
#pragma tri
    ;
#pragma tri asink
    ;
#pragma tri async copyback(x)
    x = 1;
#pragma tri finish reduction(+ : x)
    x = 1;
#pragma tri at(0) reduction(% : x)
    x = 1;
#pragma tri async copy(x) nonsense
    ;
#pragma tri async copy()
    ;
#pragma tri finish copy(x)
    ;
#pragma tri async share(p [0:1])
    ;
#pragma tri when
    ;
#pragma tri async)
    ;
#pragma tri async copy x
    ;
#pragma tri async copy(x
    ;
#pragma tri async copy(x y)
    ;
#pragma tri at(0) reduction(+x)
    ;
#pragma tri at(0) copyback(p [0:])
    ;
#pragma tri at(0) clocked(x)
    ;
#pragma tri when(x
    ;
#pragma tri finish
    int late = 0;
#pragma tri atomic
#pragma tri async
    ;
    if (x)
#pragma tri next
        late = x;
#if 1
#pragma tri finish
#endif
    late = 2;
    _Pragma("tri async") late = 3;
#pragma tri finish
}
#pragma tri finish
int main(void)
{
    f(1, 0);
    return 0;
}
