/* Moves to two places and waits in a finish, once for each letter that it reads. */
#include <stdio.h>
#include <triptych/places.h>

static volatile long seen;

static void step(void)
{
    double numbers[4] = {1, 2, 3, 4};
    double sum = 0;
#pragma tri at(1) copyback(sum)
    sum = numbers[0] + numbers[1] + numbers[2] + numbers[3];
    if (sum != 10)
        printf("wrong\n");
#pragma tri at(2)
    seen++;
#pragma tri finish
    {
#pragma tri async
        seen++;
    }
}

int main(void)
{
    for (int letter; (letter = getchar()) != EOF;) {
        if (letter == '\n')
            continue;
        step();
        printf("%c\n", letter);
        fflush(stdout);
    }
    return 0;
}
