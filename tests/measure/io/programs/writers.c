/* writers.c: `writers THREADS FILE [SECONDS]`: threads that lock, write, read and unlock, for ever
 * or so long; FILE gets, mapped, how many writes of each have returned. With OpenMP, a parallel
 * loop goes on beside them. */
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

static unsigned long *returned;
static double until;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int goes_on(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return until == 0 || (double)now.tv_sec + 1e-9 * (double)now.tv_nsec < until;
}

static void *body(void *argument)
{
    unsigned long *mine = &returned[(long)argument];
    int fd = open("/dev/null", O_WRONLY);
    FILE *file = fopen("/dev/zero", "r");
    char room[16];
    for (unsigned long n = 0; goes_on(); n++) {
        if (write(fd, "some text\n", 10) != 10)
            abort();
        __atomic_store_n(mine, n + 1, __ATOMIC_RELEASE);
        pthread_mutex_lock(&lock);
        if (fread(room, 1, sizeof room, file) != sizeof room)
            abort();
        pthread_mutex_unlock(&lock);
    }
    fclose(file);
    close(fd);
    return NULL;
}

int main(int argc, char **argv)
{
    int width = atoi(argv[1]), fd = open(argv[2], O_RDWR | O_CREAT, 0666);
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (argc > 3)
        until = (double)now.tv_sec + 1e-9 * (double)now.tv_nsec + atof(argv[3]);
    if (fd < 0 || ftruncate(fd, 4096) != 0)
        return 3;
    returned = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    close(fd);
    pthread_t threads[16];
    for (long i = 0; i < width; i++)
        pthread_create(&threads[i], NULL, body, (void *)i);
#ifdef _OPENMP
    while (goes_on()) {
        double sum = 0;
#pragma omp parallel for reduction(+ : sum) schedule(dynamic) num_threads(2)
        for (int i = 0; i < 100; i++)
            sum += i;
        if (sum != 4950)
            abort();
    }
#endif
    for (int i = 0; i < width; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
