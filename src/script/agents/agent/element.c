/* element.c: see element.h */
#include "script/agents/agent/element.h"

#include "script/agents/agent/jobs.h"
#include "script/agents/batch.h"
#include "util/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

enum { GRACE = 5 }; /* s between SIGTERM and SIGKILL */

/* Which task it is. */
struct element {
    const char *folder;
    unsigned task, attempt;
    double seconds; /* limit of its time; 0: none */
};

static uint64_t real_now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_REALTIME, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

/* Finds its line in the list of the array. */
static bool find_task(struct element *element, const char *list)
{
    const char *number = getenv("SLURM_ARRAY_TASK_ID");
    unsigned long wanted = number ? strtoul(number, NULL, 10) : 0;
    char *path = memory_printf("%s/%s.list", element->folder, list), line[128];
    FILE *file = fopen(path, "re");
    bool found = false;
    for (unsigned long i = 0; file && !found && fgets(line, sizeof line, file); i++) {
        char *at = line;
        element->task = (unsigned)strtoul(at, &at, 10);
        element->attempt = (unsigned)strtoul(at, &at, 10);
        element->seconds = strtod(at, &at);
        found = i == wanted;
    }
    if (!found)
        fprintf(stderr, "triptych script: no element %lu in %s\n", wanted, path);
    if (file)
        fclose(file);
    free(path);
    return found;
}

static bool read_order(const struct element *element, struct buffer *bytes)
{
    char *path = memory_printf("%s/%u.%u.order", element->folder, element->task, element->attempt);
    char part[65536];
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t size = -1;
    while (fd >= 0 && (size = read(fd, part, sizeof part)) > 0)
        buffer_add_bytes(bytes, part, (size_t)size);
    if (size < 0)
        fprintf(stderr, "triptych script: cannot read %s: %s\n", path, strerror(errno));
    if (fd >= 0)
        close(fd);
    free(path);
    return size == 0;
}

/* Waits until the task has ended, or its time is over. Returns true in the latter case. */
static bool wait_for_end(struct jobs *jobs, const struct element *element, const sigset_t *watched)
{
    uint64_t start = real_now();
    uint64_t limit = element->seconds > 0 ? (uint64_t)(element->seconds * 1e9) : UINT64_MAX;
    bool timed_out = false, killed = false;
    while (!jobs->out.used) {
        const struct timespec look = {.tv_nsec = 200000000};
        int number = sigtimedwait(watched, NULL, &look);
        if (number > 0 && number != SIGCHLD)
            jobs_signal(jobs, element->task, SIGTERM); /* Slurm kills it some time later */
        jobs_reap(jobs);
        uint64_t used = real_now() - start;
        if (used > limit && !timed_out) {
            timed_out = true;
            jobs_signal(jobs, element->task, SIGTERM);
        }
        if (timed_out && !killed && used - limit > GRACE * UINT64_C(1000000000)) {
            killed = true;
            jobs_signal(jobs, element->task, SIGKILL);
        }
    }
    return timed_out;
}

/* Tells the master how it ended; all at once. */
static bool write_end(const struct element *element, const struct script_agents_batch_end *end,
                      const struct buffer *message)
{
    char *part = memory_printf("%s/%u.%u.part", element->folder, element->task, element->attempt);
    char *path = memory_printf("%s/ended/%u.%u", element->folder, element->task, element->attempt);
    FILE *file = fopen(part, "we");
    bool good = file && fwrite(end, sizeof *end, 1, file) == 1 &&
                fwrite(message->text, message->used, 1, file) == 1;
    good = (!file || fclose(file) == 0) && good && rename(part, path) == 0;
    if (!good)
        fprintf(stderr, "triptych script: cannot write %s: %s\n", path, strerror(errno));
    free(part);
    free(path);
    return good;
}

static bool start(struct jobs *jobs, const struct buffer *bytes)
{
    struct script_agents_message message;
    struct script_agents_order order = {0};
    bool good =
        script_agents_message_find(bytes->text, bytes->used, AGENTS_MESSAGE_MOST, &message) > 0 &&
        message.type == AGENTS_START;
    good = good && script_agents_order_read(&message, &order);
    if (good)
        jobs_start(jobs, &order);
    script_agents_order_free(&order);
    return good;
}

int element_run(const char *folder, const char *list)
{
    static struct jobs jobs;
    struct element element = {.folder = folder};
    struct script_agents_batch_end end = {0};
    struct buffer order = {0};
    struct error error = {0};
    sigset_t watched;
    sigemptyset(&watched);
    sigaddset(&watched, SIGCHLD);
    sigaddset(&watched, SIGTERM);
    sigaddset(&watched, SIGINT);
    sigprocmask(SIG_BLOCK, &watched, NULL);
    signal(SIGPIPE, SIG_IGN);
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    if (!jobs_begin(&jobs, -1, &error) || !find_task(&element, list) ||
        !read_order(&element, &order))
        return 1;
    end.start = real_now();
    if (!start(&jobs, &order))
        return 1;
    end.timed_out = wait_for_end(&jobs, &element, &watched);
    end.end = real_now();
    buffer_free(&order);
    return write_end(&element, &end, &jobs.out) ? 0 : 1;
}
