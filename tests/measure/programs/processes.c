/* processes.c: `processes fork|exec|again|nest`: forks from inside nested regions; exec replaces
 * the program by itself with the word `again`. */
#include "regions.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MAIN, OUTER, INNER, CHILD, PARENT, AGAIN, COUNT };
TRI_UNIT_BEGIN(COUNT);

static void child(void)
{
    TRI_ROUTINE(CHILD);
}

static void parent(void)
{
    TRI_ROUTINE(PARENT);
}

static int inner(int children)
{
    TRI_ROUTINE(INNER);
    for (int i = 0; i < children; i++) {
        pid_t pid = fork();
        if (pid == 0) {
            for (int k = 0; k <= i; k++)
                child();
            return 1; /* the child returns through the regions that were open when it was forked */
        }
        int status;
        if (pid < 0 || waitpid(pid, &status, 0) != pid || status != 0)
            exit(3);
        parent();
    }
    return 0;
}

static int outer(int children)
{
    TRI_ROUTINE(OUTER);
    int is_child = inner(children);
    if (is_child)
        child();
    return is_child;
}

static void again(void)
{
    TRI_ROUTINE(AGAIN);
}

int main(int argc, char **argv)
{
    TRI_ROUTINE(MAIN);
    (void)argc;
    if (!strcmp(argv[1], "fork"))
        outer(3);
    if (!strcmp(argv[1], "exec"))
        execl("/proc/self/exe", argv[0], "again", NULL);
    if (!strcmp(argv[1], "again"))
        again();
    if (!strcmp(argv[1], "vfork")) {
        pid_t pid = vfork();
        if (pid == 0)
            _exit(0);
        waitpid(pid, NULL, 0);
        if (system("true") != 0)
            return 4;
        parent();
    }
    return 0;
}

static struct tri_region tri_regions[COUNT] = {ROUTINE(MAIN, "main"),     ROUTINE(OUTER, "outer"),
                                               ROUTINE(INNER, "inner"),   ROUTINE(CHILD, "child"),
                                               ROUTINE(PARENT, "parent"), ROUTINE(AGAIN, "again")};
TRI_UNIT_END(COUNT, __FILE__, "/nowhere");
