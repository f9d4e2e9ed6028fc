/* resident.c: prints the most that a command had resident at a time, in KB: resident COMMAND... The
 * number that wait4() gives of a child includes the memory that its parent had when it forked, so
 * that the parent has to be small. */
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    pid_t child = argc > 1 ? fork() : -1;
    if (!child)
        execvp(argv[1], argv + 1);
    struct rusage usage;
    int status;
    if (child <= 0 || wait4(child, &status, 0, &usage) != child || status)
        return 1;
    printf("%ld\n", usage.ru_maxrss);
}
