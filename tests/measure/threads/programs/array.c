/* array.c: more locks than are told apart, each got once. */
#include <pthread.h>

enum { LOCKS = 70000 };

static pthread_mutex_t locks[LOCKS];

int main(void)
{
    for (int i = 0; i < LOCKS; i++) {
        pthread_mutex_init(&locks[i], NULL);
        pthread_mutex_lock(&locks[i]);
        pthread_mutex_unlock(&locks[i]);
    }
    return 0;
}
