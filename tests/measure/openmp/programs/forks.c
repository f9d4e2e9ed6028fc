/* forks.c: a process forks; both have parallel regions. With an argument it has had none before:
 * libgomp does not stand a child whose parent had threads. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static int team(void)
{
    int threads = 0;
#pragma omp parallel num_threads(2)
#pragma omp atomic
    threads++;
    return threads;
}

int main(int argc, char **argv)
{
    int before = argc > 1 ? atoi(argv[1]) : team(), status = 0;
    pid_t child = fork();
    if (child == 0)
        return team() == 2 && team() == 2 ? 7 : 1;
    waitpid(child, &status, 0);
    printf("%d %d %d\n", before, team(), WEXITSTATUS(status));
    return 0;
}
