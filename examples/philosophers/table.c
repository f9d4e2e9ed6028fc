/* table.c: see table.h */
#include "table.h"

#include <pthread.h>

static pthread_mutex_t forks[TABLE_SEATS];
static pthread_barrier_t all_have_one;
static int seats;
static bool politely;
static long meals[TABLE_SEATS];

void table_set(int wanted, bool polite)
{
    seats = wanted;
    politely = polite;
    for (int i = 0; i < seats; i++)
        pthread_mutex_init(&forks[i], NULL);
    pthread_barrier_init(&all_have_one, NULL, (unsigned)seats);
}

void table_eat(int seat)
{
    int left = seat, right = (seat + 1) % seats;
    int first = politely && right < left ? right : left, second = first == left ? right : left;
    pthread_mutex_lock(&forks[first]);
    if (!politely)
        pthread_barrier_wait(&all_have_one); /* bad luck, made certain */
    pthread_mutex_lock(&forks[second]);
    meals[seat]++;
    pthread_mutex_unlock(&forks[second]);
    pthread_mutex_unlock(&forks[first]);
}

long table_meals(void)
{
    long sum = 0;
    for (int i = 0; i < seats; i++)
        sum += meals[i];
    return sum;
}
