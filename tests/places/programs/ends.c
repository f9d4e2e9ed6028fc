/* ends.c: statements whose end a macro makes, and directives outside of functions. */
#define LAST(x)                                                                                    \
    (x)++;                                                                                         \
    (x)++;
#pragma tri finish
int main(void)
{
    int x = 0;
#pragma tri finish
    LAST(x)
    return x;
}
