/* #line, and text that the compiler never sees. */
#include <stdio.h>
#if 0
for (;;) { "unfinished
#endif
static int seen(void)
{
    int x = 0;
#ifdef NEVER
    for (int i = 0; i < 100; i++) {
#else
    for (int i = 0; i < 10; i++) {
#endif
        x++;
    }
    for (int i = 0;
#if 1
         i < 3;
#else
         i < 4;
#endif
         i++)
        x++;
    return x;
}
#line 100 "grammar.y"
static int generated(void)
{
    int x = 0;
    for (int i = 0; i < 3; i++) x += __LINE__;
    return x;
}
#line 200
int main(void)
{
    printf("%s %d %d %d\n", __FILE__, __LINE__, seen(), generated());
    printf("%d %d\n",
           __LINE__,
           __LINE__);
    return 0;
} /* no newline at the end */