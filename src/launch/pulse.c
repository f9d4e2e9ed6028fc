/* pulse.c: see pulse.h */
#include "launch/pulse.h"

#include "archive/live/liveness.h"
#include "format/pulse.h"
#include "util/memory.h"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

static const uint64_t interval = 1000000000; /* ns */

/* Writes the time. If the archive was moved or removed while the command runs, nothing is written.
 */
static void beat(struct launch_timer *timer, pid_t child)
{
    (void)child;
    const struct pulse *pulse = timer->context;
    struct format_pulse now = {FORMAT_PULSE_MAGIC, archive_process_now()};
    int fd = open(pulse->path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
    bool good = fd >= 0 && pwrite(fd, &now, sizeof now, 0) == (ssize_t)sizeof now;
    if (fd >= 0)
        close(fd);
    timer->next = good ? launch_now() + interval : LAUNCH_NEVER;
}

void pulse_start(struct pulse *pulse, const char *archive)
{
    *pulse = (struct pulse){
        .timer = {.next = launch_now() + interval, .run = beat, .context = pulse},
        .path = memory_printf("%s/%s", archive, FORMAT_PULSE_FILE),
    };
}

void pulse_end(struct pulse *pulse)
{
    unlink(pulse->path);
    free(pulse->path);
}
