/* A library, which is not counted, calls back, catches what is thrown or jumped to it, and calls
 * back again from further down the stack: `second` is called by main, never by `first`. */
#include <csetjmp>
#include <csignal>
#include <cstdio>

typedef int call(int);
extern std::jmp_buf catching_back;
int catching_throws(call *first, call *second, int n);
int catching_jumps(call *first, call *second, int n);

#ifdef LIBRARY
std::jmp_buf catching_back;

__attribute__((noinline)) static int deeper(call *second, int n)
{
    volatile int room[40];
    room[n & 31] = n;
    return second(n) + room[n & 31];
}

int catching_throws(call *first, call *second, int n)
{
    volatile int sum = 0;
    try {
        sum = first(n);
    } catch (int caught) {
        sum = caught;
    }
    return sum + deeper(second, n);
}

int catching_jumps(call *first, call *second, int n)
{
    volatile int sum = 0;
    if (!_setjmp(catching_back))
        sum = first(n);
    return sum + deeper(second, n);
}
#else
static volatile int sum;

__attribute__((noinline)) static int leaf(int n)
{
    for (int i = 0; i < n; i++)
        sum = sum + i;
    return sum & 7;
}

__attribute__((noinline)) static int thrower(int n)
{
    sum = sum + leaf(n);
    if (n)
        throw n;
    return leaf(2);
}

__attribute__((noinline)) static int jumper(int n)
{
    sum = sum + leaf(n);
    if (n)
        longjmp(catching_back, 1);
    return leaf(2);
}

__attribute__((noinline)) static int second(int n)
{
    for (int i = 0; i < n; i++)
        sum = sum + leaf(i);
    return sum & 1;
}

/* A handler throws: the library catches it, so that both the handler and `raiser` are left. */
static void handle(int)
{
    throw leaf(1);
}

__attribute__((noinline)) static int raiser(int n)
{
    sum = sum + leaf(n);
    raise(SIGUSR1);
    return leaf(2);
}

int main()
{
    struct sigaction action = {};
    action.sa_handler = handle;
    action.sa_flags = SA_NODEFER; /* no one restores the mask */
    sigaction(SIGUSR1, &action, nullptr);
    for (int i = 1; i <= 5; i++) {
        sum = sum + catching_throws(raiser, second, i);
        sum = sum + catching_throws(thrower, second, i);
        sum = sum + catching_jumps(jumper, second, i);
    }
    std::printf("%d\n", sum);
    return 0;
}
#endif
