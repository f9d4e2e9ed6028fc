/* own_err.c: err() is a function of the program, which returns, unlike that of the C library. */
#include <stdarg.h>
#include <stdio.h>

static int errors, sum;

#ifndef LIBRARY
#define LIBRARY static
#endif
#ifndef WITHOUT
__attribute__((noinline)) LIBRARY void err(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
    errors++;
}
#else
void err(const char *format, ...);
#endif

#ifndef ALONE
int work(int times);

__attribute__((noinline)) int work(int times)
{
    for (int i = 0; i < times; i++) {
        err("%d\n", i);
        for (int j = 0; j < i; j++)
            sum += j ^ i;
    }
    return sum;
}

int main(void)
{
    for (int i = 0; i < 3; i++)
        printf("%d\n", work(4));
    return 0;
}
#endif
