/* registers.c: calls functions that keep values in r11 across calls: see registers_x86_64.s. */
#include <stdio.h>

int registers(int number);

int main(void)
{
    unsigned sum = 0;
    for (int i = 0; i < 50; i++)
        sum = sum * 31 + (unsigned)registers(i);
    printf("%u\n", sum);
    return 0;
}
