/* setjmp and longjmp. */
#include <setjmp.h>
#include <stdio.h>

static jmp_buf buffer;
static sigjmp_buf signals;
static int depth;

static void deep(int n)
{
    while (n == 0)
        longjmp(buffer, 7);
    deep(n - 1);
}

int main(void)
{
    volatile int tries = 0;
    int result;
    for (volatile int i = 0; i < 3; i++) {
        if (setjmp(buffer) == 0) {
            tries++;
            deep(i);
        }
        while (tries < 2) {
            /* triptych: region inner */
            if (setjmp(buffer))
                tries++;
            else
                deep(2);
            /* triptych: end */
        }
    }
    result = sigsetjmp(signals, 1);
    if (depth++ < 2)
        siglongjmp(signals, depth);
    printf("%d %d %d\n", tries, result, depth);
    return 0;
}
