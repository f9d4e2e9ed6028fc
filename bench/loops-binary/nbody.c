/* nbody.c: bodies that attract each other. */
#include "random.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { BODIES = 120 };

struct body {
    double at[3], speed[3], mass;
};

static struct body bodies[BODIES];

static void attract(void)
{
    for (int i = 0; i < BODIES; i++) {
        for (int j = i + 1; j < BODIES; j++) {
            double way[3], square = 1e-3;
            for (int k = 0; k < 3; k++) {
                way[k] = bodies[i].at[k] - bodies[j].at[k];
                square += way[k] * way[k];
            }
            double pull = 1e-3 / (square * sqrt(square));
            for (int k = 0; k < 3; k++) {
                bodies[i].speed[k] -= way[k] * bodies[j].mass * pull;
                bodies[j].speed[k] += way[k] * bodies[i].mass * pull;
            }
        }
    }
}

static void move(void)
{
    for (int i = 0; i < BODIES; i++) {
        for (int k = 0; k < 3; k++)
            bodies[i].at[k] += 1e-3 * bodies[i].speed[k];
    }
}

int main(int count, char **arguments)
{
    uint64_t state = 11;
    for (int i = 0; i < BODIES; i++) {
        for (int k = 0; k < 3; k++)
            bodies[i].at[k] = random_unit(&state);
        bodies[i].mass = 0.5 + random_unit(&state);
    }
    for (int rounds = count > 1 ? atoi(arguments[1]) : 1; rounds > 0; rounds--) {
        attract();
        move();
    }
    printf("%.8g\n", bodies[0].at[0]);
    return 0;
}
