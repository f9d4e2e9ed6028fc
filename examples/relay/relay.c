/* relay.c: an array of 10 doubles and a long are at place 0; place 2 needs one element. Since the
 * block at place 2 is inside the one at place 1, the whole array travels from 0 to 1 and from 1 to
 * 2, though only element 0 is read. */
#include <stdio.h>
#include <triptych/places.h>

int main(void)
{
    double values[10] = {2.5, 1, 2, 3, 4, 5, 6, 7, 8, 9};
    long factor = 4;
    double result = 0;
#pragma tri at(1 % tri_places()) copyback(result)
    {
#pragma tri at(2 % tri_places()) copyback(result)
        result = values[0] * (double)factor;
    }
    printf("%g\n", result);
    return 0;
}
