/* characters.c: many characters from one call to several files, also in a forked process. */
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static void put(FILE *file, int count)
{
    for (int i = 0; i < count; i++)
        putc('x', file);
}

int main(void)
{
    FILE *a = fopen("a", "w"), *b = fopen("b", "w");
    put(a, 30000);
    put(b, 7);
    put(a, 5);
    put(b, 20000);
    b = freopen("c", "w", b);
    put(b, 11);
    fflush(a);
    fflush(b);
    if (fork() == 0) {
        put(a, 100);
        fclose(a);
        _exit(0);
    }
    wait(NULL);
    put(a, 3);
    fclose(a);
    fclose(b);
    int count = 0;
    a = fopen("a", "r");
    while (getc(a) != EOF)
        count++;
    fclose(a);
    printf("%d\n", count);
    return 0;
}
