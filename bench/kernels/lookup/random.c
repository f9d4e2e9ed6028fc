/* random.c: a linear congruential generator, and what is drawn with it. */
#include "lookup.h"

double rn(unsigned long long *seed)
{
    *seed = (2806196910506780709ULL * *seed + 1ULL) % (1ULL << 63);
    return (double)*seed / (double)(1ULL << 63);
}

int pick_material(unsigned long long *seed)
{
    static const double share[12] = {0.140, 0.052, 0.275, 0.134, 0.154, 0.064,
                                     0.066, 0.055, 0.008, 0.015, 0.025, 0.013};
    double roll = rn(seed), sum = 0;
    for (int i = 0; i < 12; i++) {
        sum += share[i];
        if (roll < sum)
            return i;
    }
    return 0;
}
