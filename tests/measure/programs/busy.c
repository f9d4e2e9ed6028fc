/* busy.c: `busy THREADS FILE [CALLS]`: threads that call and call, for ever, or so many times each
 * with a short rest now and then; FILE gets, mapped, how many calls of each have returned. */
#include "regions.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

enum { MAIN, BODY, BODY_LOOP, STEP, COUNT };
TRI_UNIT_BEGIN(COUNT);

static unsigned long *returned, calls;

static void step(unsigned long n)
{
    TRI_ROUTINE(STEP);
    (void)n;
}

static void *body(void *argument)
{
    TRI_ROUTINE(BODY);
    unsigned long *mine = &returned[(long)argument];
    TRI_LOOP(BODY_LOOP);
    for (unsigned long n = 0; !calls || n < calls; n++) {
        TRI_TRIP(BODY_LOOP);
        step(n);
        __atomic_store_n(mine, n + 1, __ATOMIC_RELEASE);
        if (calls && n % 1024 == 0)
            usleep(300);
    }
    return NULL;
}

int main(int argc, char **argv)
{
    TRI_ROUTINE(MAIN);
    int width = atoi(argv[1]), fd = open(argv[2], O_RDWR | O_CREAT, 0666);
    calls = argc > 3 ? strtoul(argv[3], NULL, 10) : 0;
    if (fd < 0 || ftruncate(fd, 4096) != 0)
        return 3;
    returned = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    close(fd);
    pthread_t *threads = calloc((size_t)width, sizeof *threads);
    for (long i = 0; i < width; i++)
        pthread_create(&threads[i], NULL, body, (void *)i);
    for (int i = 0; i < width; i++)
        pthread_join(threads[i], NULL);
    free(threads);
    return 0;
}

static struct tri_region tri_regions[COUNT] = {ROUTINE(MAIN, "main"), ROUTINE(BODY, "body"),
                                               LOOP(BODY_LOOP, 1, BODY), ROUTINE(STEP, "step")};
TRI_UNIT_END(COUNT, __FILE__, "/nowhere");
