/* kept_base.c: a switch in a loop whose table stays in a register over calls of a function that
 * does not change it (gcc's -fipa-ra). */
#include <stdio.h>

static volatile int sink;

static __attribute__((noinline)) int add(int a)
{
    sink += a;
    return sink & 7;
}

int choose(int x, int y);

__attribute__((noinline)) int choose(int x, int y)
{
    int sum = 0;
    for (int i = 0; i < y; i++) {
        unsigned k = (unsigned)x + (unsigned)i;
        if (k > 6) {
            add(1);
            k = (unsigned)add((int)k) % 7;
        } else {
            add(2);
        }
        switch (k) {
        case 0:
            sum += add(1) * 3;
            break;
        case 1:
            sum ^= add(2) + 7;
            break;
        case 2:
            sum -= add(3);
            break;
        case 3:
            sum = (sum & 0xff) * (add(4) | 1);
            break;
        case 4:
            sum = add(5) << 3;
            break;
        case 5:
            sum = add(9) / 3;
            break;
        case 6:
            sum = add(8) * 9;
            break;
        }
    }
    return sum;
}

int main(void)
{
    unsigned total = 0;
    for (int i = 0; i < 9; i++)
        total = total * 31 + (unsigned)choose(i, 9);
    printf("%u\n", total);
    return 0;
}
