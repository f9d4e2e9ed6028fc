/* live.c: a process that reads its own archive while its threads write it: what ThreadSanitizer can
 * see of the two together. Prints TAP. */
#include "archive/archive.h"
#include "archive/table/atomic_file.h"

#include <triptych/probes.h>

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { BODY, STEP, COUNT, THREADS = 3 };
#ifdef __SANITIZE_THREAD__
enum { READS = 4 }; /* each takes seconds there, and meets the same accesses again */
#else
enum { READS = 12 };
#endif
TRI_UNIT_BEGIN(COUNT);

static int stop;

/* Read by ThreadSanitizer. The library opens and closes its files by system calls of its own, which
 * ThreadSanitizer does not see: it takes two files that have the same descriptor one after the
 * other for one file, which one thread uses and another one closes. */
const char *__tsan_default_suppressions(void);
const char *__tsan_default_suppressions(void)
{
    return "race:interceptor_close\nrace:closedir\nrace:fclose\n";
}

static void step(void)
{
    TRI_ROUTINE(STEP);
}

static void *body(void *argument)
{
    (void)argument;
    while (!__atomic_load_n(&stop, __ATOMIC_RELAXED)) {
        TRI_ROUTINE(BODY);
        for (int i = 0; i < 1000; i++)
            step();
    }
    return NULL;
}

/* Acts of all lanes that make sense, or 0. */
static uint64_t read_all(const char *path)
{
    struct error error = {0};
    struct archive *archive = archive_open(path, &error);
    uint64_t count = 0, wrong = 0;
    for (uint32_t lane = 0; archive && lane < archive->lanes.rows; lane++) {
        struct archive_acts *acts = archive_acts_of(archive, lane, 0, UINT64_MAX, &error);
        struct archive_act act;
        uint64_t last = 0, end = archive->lanes.end[lane];
        while (acts && archive_acts_next(acts, &act)) {
            wrong += act.start < last || act.end < act.start || act.end > end;
            last = act.start;
            count++;
        }
        archive_acts_free(acts);
    }
    if (archive)
        wrong += archive_acts_damage(archive);
    archive_close(archive);
    return wrong ? 0 : count;
}

int main(void)
{
    char root[] = "/tmp/triptych-live-XXXXXX";
    struct error error;
    if (!mkdtemp(root))
        return 1;
    setenv("TRIPTYCH_ARCHIVE", root, 1);
    setenv("TRIPTYCH_EVENTS", "all", 1);
    setenv("TRIPTYCH_EVENTS_LIMIT", "first:1000000", 1);
    setenv("TRIPTYCH_THROTTLE", "off", 1);
    pthread_t threads[THREADS];
    step();
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, body, NULL);
    uint64_t before = 0;
    int good = 0;
    for (int i = 0; i < READS; i++) {
        uint64_t now = read_all(root);
        good += now && now + 2 * THREADS >= before; /* of open ones, none may be logged */
        before = now;
    }
    __atomic_store_n(&stop, 1, __ATOMIC_RELAXED);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    printf("1..2\n%s 1 - %d times read while it was written, never less than before\n",
           good == READS ? "ok" : "not ok", READS);
    printf("%s 2 - and when they had ended\n",
           read_all(root) + 2 * THREADS >= before ? "ok" : "not ok");
    archive_file_remove(root, &error);
    return 0;
}

static struct tri_region tri_regions[COUNT] = {
    TRI_ROW(TRI_NEW, TRI_KIND_ROUTINE, 0, 0, 1, 1, 0, "body", __FILE__, 0),
    TRI_ROW(TRI_NEW, TRI_KIND_ROUTINE, 0, 0, 2, 2, 0, "step", __FILE__, 0),
};

/* Registered when the environment is set, by the first probe. */
static struct tri_unit tri_unit = {TRI_PROBES_VERSION, COUNT, tri_regions, __FILE__,
                                   "/nowhere",         0,     0,           0};
