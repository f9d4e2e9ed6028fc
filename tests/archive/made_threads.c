/* made_threads.c: an archive of threads and tasks, killed in a deadlock. */
#include "made.h"

#define MS UINT64_C(1000000)

static const char run[] =
    "{\"triptych\": \"0.1.0\", \"command\": [\"./meals\"], \"cwd\": \"/home/someone\","
    " \"host\": \"host\", \"start\": \"2023-11-14T22:13:20Z\", \"start_ns\": 1000000000,"
    " \"end_ns\": 3000000000, \"real_start_ns\": 1700000000000000000, \"signal\": 9,"
    " \"clock\": \"counter\", \"options\": {}, \"state\": \"ended\"}";

struct regions {
    uint32_t eat, join, create, lock, second, unlock, barrier, wait, task, spawn, parallel, loop;
    uint32_t left, right, gate, full, queue, child;
};

static uint32_t site(struct made_place *place, uint32_t kind, uint32_t line, uint32_t routine,
                     const char *name)
{
    return made_region(place,
                       (struct format_region){.kind = kind, .line = line, .routine = routine}, name,
                       "src/meals.c", "");
}

static uint32_t object(struct made_place *place, const char *name)
{
    return made_region(place, (struct format_region){.kind = TRI_KIND_OBJECT}, name, "", "");
}

static struct regions add_regions(struct made_place *place)
{
    struct regions r;
    r.eat = site(place, TRI_KIND_ROUTINE, 20, 0, "eat");
    r.join = site(place, TRI_KIND_FINISH, 70, 0, "pthread_join");
    r.create = site(place, TRI_KIND_SPAWN, 60, 0, "pthread_create");
    r.lock = site(place, TRI_KIND_ATOMIC, 25, r.eat, "pthread_mutex_lock");
    r.second = site(place, TRI_KIND_ATOMIC, 31, r.eat, "pthread_mutex_lock");
    r.unlock = site(place, TRI_KIND_RELEASE, 40, r.eat, "pthread_mutex_unlock");
    r.barrier = site(place, TRI_KIND_CLOCK, 45, 0, "pthread_barrier_wait");
    r.wait = site(place, TRI_KIND_CLOCK, 48, 0, "pthread_cond_timedwait");
    r.task = site(place, TRI_KIND_TASK, 80, 0, "omp task");
    r.spawn = site(place, TRI_KIND_SPAWN, 80, 0, "omp task");
    r.parallel = site(place, TRI_KIND_PARALLEL, 78, 0, "omp parallel");
    r.loop = site(place, TRI_KIND_WORK, 79, 0, "omp for");
    r.left = object(place, "mutex left");
    r.right = object(place, "mutex right");
    r.gate = object(place, "barrier gate");
    r.full = object(place, "condition full");
    r.queue = object(place, "mutex queue");
    r.child = object(place, "thread eat");
    return r;
}

/* Two who each have what the other wants, and both have eaten before. */
static void add_eater(struct made_profile *profile, const struct regions *r, uint32_t number,
                      uint32_t wants, uint32_t other, uint64_t wanted)
{
    uint64_t start = MADE_START + 100 * MS * number;
    uint32_t root = made_lane(profile, number, "eater", start, 0);
    uint32_t eat = made_open(profile, root, r->eat, start);
    uint32_t lock = made_node(profile, eat, r->lock, 3, 30 * MS);
    made_node(profile, lock, other, 3, 30 * MS);
    uint32_t unlock = made_node(profile, eat, r->unlock, 2, 0);
    made_node(profile, unlock, other, 2, 200 * MS);
    made_node(profile, unlock, wants, 2, 100 * MS);
    made_open(profile, eat, r->second, start + 400 * MS);
    made_lane_of(profile, root)->waits_for = wanted;
}

static void add_waiter(struct made_profile *profile, uint32_t number, uint32_t region,
                       uint64_t since, uint64_t wanted)
{
    uint32_t root = made_lane(profile, number, "helper", MADE_START + 300 * MS, 0);
    made_open(profile, root, region, since);
    made_lane_of(profile, root)->waits_for = wanted;
}

/* Has left with a lock. */
static void add_ended(struct made_profile *profile, const struct regions *r, uint32_t number)
{
    uint32_t root =
        made_lane(profile, number, "leaver", MADE_START + 10 * MS, MADE_START + 20 * MS);
    made_node(profile, root, r->lock, 1, MS);
}

static void add_main(struct made_profile *profile, const struct regions *r, uint64_t child)
{
    uint32_t root = made_lane(profile, 0, "meals", MADE_START, 0);
    uint32_t parallel = made_node(profile, root, r->parallel, 1, 50 * MS);
    uint32_t loop = made_node(profile, parallel, r->loop, 1, 40 * MS);
    made_node(profile, loop, r->spawn, 8, MS);
    made_node(profile, loop, r->task, 8, 32 * MS);
    made_node(profile, root, r->create, 7, 2 * MS);
    made_open(profile, root, r->join, MADE_START + 600 * MS);
    made_lane_of(profile, root)->waits_for = child;
}

struct made *made_threads(void)
{
    struct made *made = made_new();
    made->run = run;
    struct made_place *place = made_add_place(made);
    place->record.collects = FORMAT_COLLECT_ALL;
    struct regions r = add_regions(place);
    uint64_t left = made_object(place, (struct format_object){.kind = FORMAT_OBJECT_MUTEX,
                                                              .region = r.left,
                                                              .holder = 1 + 1,
                                                              .since = MADE_START + 450 * MS,
                                                              .waiting = 1,
                                                              .got = 5,
                                                              .waited = 3});
    uint64_t right = made_object(place, (struct format_object){.kind = FORMAT_OBJECT_MUTEX,
                                                               .region = r.right,
                                                               .holder = 2 + 1,
                                                               .since = MADE_START + 550 * MS,
                                                               .waiting = 1,
                                                               .got = 5,
                                                               .waited = 1});
    uint64_t gate = made_object(place, (struct format_object){.kind = FORMAT_OBJECT_BARRIER,
                                                              .region = r.gate,
                                                              .waiting = 2,
                                                              .needed = 4,
                                                              .waited = 2});
    uint64_t full = made_object(
        place, (struct format_object){
                   .kind = FORMAT_OBJECT_CONDITION, .region = r.full, .waiting = 1, .waited = 9});
    uint64_t queue = made_object(place, (struct format_object){.kind = FORMAT_OBJECT_MUTEX,
                                                               .region = r.queue,
                                                               .holder = 7 + 1,
                                                               .since = MADE_START + 15 * MS,
                                                               .got = 1,
                                                               .waited = 1});
    uint64_t child = made_object(
        place, (struct format_object){
                   .kind = FORMAT_OBJECT_THREAD, .region = r.child, .holder = 1 + 1, .waited = 1});
    struct made_profile *profile = made_add_profile(place);
    add_main(profile, &r, child);
    add_ended(profile, &r, 7);
    struct made_profile *others = made_add_profile(place);
    add_eater(others, &r, 1, r.right, r.left, right);
    add_eater(others, &r, 2, r.left, r.right, left);
    add_waiter(others, 3, r.barrier, MADE_START + 700 * MS, gate);
    add_waiter(others, 4, r.barrier, MADE_START + 710 * MS, gate);
    add_waiter(others, 5, r.wait, MADE_START + 720 * MS, full);
    add_waiter(others, 6, r.second, MADE_START + 730 * MS, queue);
    return made;
}
