// caught_apart.cc: a function that is not counted on x86-64 catches exceptions, and returns to one
// that is.
#include "called.h"

static APART int thrower(int n)
{
    COUNT(0);
    for (int i = 1; i < 3; i++)
        if (n % 3 == i)
            throw n;
    return n;
}

static int outer(int n);

static APART int catcher(int n)
{
    int sum = 0;
    asm volatile("1000: nop\n"
                 ".pushsection .data\n"
                 ".balign 8\n"
                 ".quad 1000b\n" // what lies there may be entered in ways that are not known
                 ".popsection");
    for (int i = 0; i < 2; i++) {
        try {
            sum += thrower(n + i);
            if (n > 1)
                sum += outer(n - 1);
        } catch (int got) {
            sum += got;
            if (got % 5 == 4)
                throw;
        }
    }
    return sum;
}

static APART int outer(int n)
{
    COUNT(1);
    int sum = 0;
    for (int i = 0; i < 2; i++)
        sum += catcher(n);
    return sum;
}

int main()
{
    int sum = 0;
    for (int i = 0; i < 6; i++) {
        try {
            sum += outer(i);
        } catch (int got) {
            sum -= got;
        }
    }
    tell();
    printf("%d\n", sum);
}
