/* outside.c: a directive outside of functions. */
#pragma tri finish
int main(void)
{
    return 0;
}
