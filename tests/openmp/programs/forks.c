/* forks.c: a process forks after its parallel region; both have another one. */
#include <stdio.h>
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

int main(void)
{
    int before = team(), status = 0;
    pid_t child = fork();
    if (child == 0)
        return team() == 2 && team() == 2 ? 7 : 1;
    waitpid(child, &status, 0);
    printf("%d %d %d\n", before, team(), WEXITSTATUS(status));
    return 0;
}
