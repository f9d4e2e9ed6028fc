/* switched.c: a loop around a switch. The fewest and most trips are known only if it is known where
 * the switch can lead. Its cases do one step each: clang -Os ends with inc, which leaves carry. */
#include <stdio.h>

__attribute__((noinline)) static int switched(int from, int count)
{
    int sum = 0;
    for (int i = 0; i < count; i++) {
        switch ((from + i) % 9) {
        case 0:
            sum += 1;
            break;
        case 1:
            sum -= 3;
            break;
        case 2:
            sum ^= 5;
            break;
        case 3:
            sum += 7;
            break;
        case 4:
            sum *= 3;
            break;
        case 5:
            sum += 11;
            break;
        case 6:
            sum -= 2;
            break;
        case 7:
            sum |= 1;
            break;
        default:
            sum++;
        }
    }
    return sum;
}

int main(void)
{
    int sum = 0;
    for (int i = 1; i <= 20; i++)
        sum += switched(i, i);
    printf("%d\n", sum);
    return 0;
}
