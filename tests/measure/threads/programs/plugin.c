/* plugin.c: as a library, a mutex of its own; as a program, one that loads and unloads it. */
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

#ifdef PLUGIN
int plugin(void);

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

int plugin(void)
{
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    return 1;
}
#else
int main(int argc, char **argv)
{
    int sum = 0;
    for (int i = 0; i < 20 && argc > 2; i++) {
        void *library = dlopen(argv[1 + i % 2], RTLD_NOW);
        int (*plugin)(void) = library ? (int (*)(void))dlsym(library, "plugin") : NULL;
        sum += plugin ? plugin() : 0;
        if (library)
            dlclose(library);
    }
    printf("%d\n", sum);
    return 0;
}
#endif
