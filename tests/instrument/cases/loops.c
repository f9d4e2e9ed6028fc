/* Every form of loop, and which of them are determined. */
#include <stdio.h>

static int work[100], n = 10;
static int get(void) { return 3; }
struct list { struct list *next; int count; };

int main(void)
{
    int i, j, sum = 0, limit = 5;
    struct list last = {0, 2}, first = {&last, 3};
    for (i = 0; i < 10; i++)
        sum += i;
    for (i = 0; i < limit; i++) { sum += i; }
    for (i = 10; i > 0; i -= 2) sum++;
    for (i = 0; limit >= i; i = i + 2) sum++;
    for (int k = 0; k != 4; ++k) { int twice = 2 * k; sum += twice; }
    for (i = 0; i < 10; i++) { if (sum == 5) break; sum++; }
    for (i = 0; i < 10; i++) { i++; sum++; }
    for (i = 0; i < limit; i++) { limit--; }
    for (i = 0; i < get(); i++) sum++;
    for (i = 0; i < n; i++) { n = 4; }
    for (i = 0; i < n; i++) { get(); }
    for (i = 0; i < 8; i *= 2, i++) sum++;
    for (i = 0; i < 10; i++) { switch (i) { case 3: break; default: sum++; } }
    for (i = 0; i < 10; i++) { for (j = 0; j < 3; j++) if (j == 1) break; }
    for (i = 0; i < first.count; i++) work[i] = i;
    for (;;) { if (sum++ > 100) break; }
    for (i = 0;; i++) if (i == 3) break;
    for (struct list *at = &first; at; at = at->next) sum += at->count;
    for (i = 0, j = 9; i < j; i++, j--) ;
    while (sum > 50) sum -= 7;
    while (i --> 0) { continue; }
    do sum--; while (sum > 10);
    do { int local = sum; sum = local - 1; } while (sum > 5);
    do { sum++; } while (0);
    do sum++; while (0);
outer:
    for (i = 0; i < 3; i++)
        for (j = 0; j < 3; j++)
            if (i == 1 && j == 1 && sum < 20) { sum += 10; goto outer; }
    if (sum > 0) for (i = 0; i < 3; i++) sum++; else while (sum < 3) sum++;
    if (sum < 0)
        while (sum < 3)
            sum++;
    else
        do
            sum++;
        while (sum < 3);
    for (i = 0; i < 2; i++) while (sum % 7) sum++;
    switch (sum % 3) {
    case 0:
        for (i = 0; i < 3; i++)
            sum++;
        /* fall through */
    case 1: for (i = 0; i < 2; i++) sum++;
    default: while (sum % 5) { sum++; }
    }
    for (i = 0; i < 3; i++) /* a comment */ // and another
        /* before */ sum++; // behind
    for (
        i = 0;
        i < 2;
        i++
    )
    {
        sum++;
    }
    printf("%d %d\n", sum, i);
    return sum & 0x3f;
}
