/* operands.c: calls the loops of operands_x86_64.S. */
#include <stdio.h>

typedef void loop(void *, void *);
loop tls8, tlsbyte, mmx, x87, bcast, gath;

int main(void)
{
    static _Alignas(64) char first[65536], second[65536];
    loop *all[] = {tls8, tlsbyte, x87, bcast, gath, mmx};
    for (int i = 0; i < 6; i++)
        all[i](first, second);
    __asm__("emms");
    puts("done");
    return 0;
}
