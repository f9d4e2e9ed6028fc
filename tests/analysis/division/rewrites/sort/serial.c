/* Bucket sort of random keys, ten times. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifndef KEYS
#define KEYS (1 << 12)
#endif
#define MAXKEY (1 << 11)
#define BUCKETS 64
#define SHIFT 5
#define ROUNDS 10
static int key[KEYS], moved[KEYS], ranked[MAXKEY], counts[BUCKETS], starts[BUCKETS];
static unsigned long seed = 314159265;
static double next_random(void)
{
    seed = seed * 6364136223846793005ul + 1442695040888963407ul;
    return (double)(seed >> 11) / 9007199254740992.0;
}
static void create_seq(void)
{
    for (int i = 0; i < KEYS; i++) {
        double x = next_random() + next_random() + next_random() + next_random();
        key[i] = (int)(x * (MAXKEY / 4));
    }
}
static void rank(int round)
{
    key[round] = round;
    key[round + ROUNDS] = MAXKEY - round - 1;
    for (int i = 0; i < BUCKETS; i++)
        counts[i] = 0;
    for (int i = 0; i < KEYS; i++)
        counts[key[i] >> SHIFT]++;
    starts[0] = 0;
    for (int i = 1; i < BUCKETS; i++)
        starts[i] = starts[i - 1] + counts[i - 1];
    for (int i = 0; i < KEYS; i++) {
        int k = key[i];
        moved[starts[k >> SHIFT]++] = k;
    }
    for (int i = 0; i < MAXKEY; i++)
        ranked[i] = 0;
    for (int i = 0; i < KEYS; i++)
        ranked[moved[i]]++;
    for (int i = 1; i < MAXKEY; i++)
        ranked[i] += ranked[i - 1];
}
static long full_verify(void)
{
    long wrong = 0;
    for (int i = 0; i < KEYS; i++)
        key[--ranked[moved[i]]] = moved[i];
    for (int i = 1; i < KEYS; i++)
        wrong += key[i - 1] > key[i];
    return wrong;
}
int main(void)
{
    long wrong = 0;
    for (int round = 0; round < ROUNDS; round++) {
        create_seq();
        rank(round);
        wrong += full_verify();
    }
    printf("%ld\n", wrong);
    return 0;
}
