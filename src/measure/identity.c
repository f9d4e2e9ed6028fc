/* identity.c: see identity.h. Reads /proc by system calls alone: nothing is allocated in a measured
 * program. */
#include "measure/identity.h"

#include "measure/folder.h"
#include "measure/own/own.h"
#include "measure/timens.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* Returns the offset of this time namespace in the unit of /proc start times. */
static uint64_t timens_in_jiffies(void)
{
    int64_t ahead = (int64_t)timens_boottime;
    return (uint64_t)(ahead / (1000000000 / sysconf(_SC_CLK_TCK)));
}

/* Returns field 22 of /proc/self/stat; the name in field 2 may contain blanks and parentheses. */
static uint64_t process_start(void)
{
    char text[1024];
    text[measure_own_read_file("/proc/self/stat", text, sizeof text - 1)] = '\0';
    const char *at = strrchr(text, ')');
    for (int field = 2; at && field < 22; field++)
        at = strchr(at + 1, ' ');
    return at ? strtoull(at, NULL, 10) - timens_in_jiffies() : 0;
}

bool identity_boot(char boot[IDENTITY_BOOT])
{
    size_t size = measure_own_read_file("/proc/sys/kernel/random/boot_id", boot, IDENTITY_BOOT - 1);
    boot[size && boot[size - 1] == '\n' ? size - 1 : size] = '\0';
    return boot[0];
}

void identity_fill(struct format_place *place)
{
    place->pid = (uint32_t)getpid();
    place->parent_pid = (uint32_t)getppid();
    place->process_start = process_start();
    gethostname(place->host, sizeof place->host - 1);
    identity_boot(place->boot);
    ssize_t got = readlink("/proc/self/exe", place->program, sizeof place->program - 1);
    place->program[got > 0 ? got : 0] = '\0';
    size_t size =
        measure_own_read_file("/proc/self/cmdline", place->command, sizeof place->command - 2);
    place->command[size] = place->command[size + 1] = '\0';
}

void identity_name_thread(struct format_lane *lane)
{
    prctl(PR_GET_NAME, lane->name);
}

void identity_fill_thread(struct format_lane *lane)
{
    lane->tid = (uint64_t)syscall(SYS_gettid);
    identity_name_thread(lane);
}

/* Writes a JSON string: control characters, quotes and backslashes are escaped; bytes above 127 are
 * copied (UTF-8). */
static size_t json_string(char *out, size_t room, const char *text)
{
    size_t used = 0;
    for (; *text && used + 8 < room; text++) {
        unsigned char byte = (unsigned char)*text;
        if (byte == '"' || byte == '\\')
            used += (size_t)snprintf(out + used, room - used, "\\%c", byte);
        else if (byte < 32)
            used += (size_t)snprintf(out + used, room - used, "\\u%04x", byte);
        else
            out[used++] = (char)byte;
    }
    out[used] = '\0';
    return used;
}

static size_t json_command(char *out, size_t room)
{
    char words[2048];
    size_t size = measure_own_read_file("/proc/self/cmdline", words, sizeof words - 1), used = 0;
    words[size] = '\0';
    for (size_t at = 0; at < size && used + 64 < room; at += strlen(words + at) + 1) {
        used += (size_t)snprintf(out + used, room - used, at ? ", \"" : "\"");
        used += json_string(out + used, room - used - 2, words + at);
        out[used++] = '"';
        out[used] = '\0';
    }
    return used;
}

bool identity_write_run(const char *archive)
{
    char here[PATH_MAX] = "", cwd[PATH_MAX] = "", host[65] = "";
    char command[4096] = "", text[16384], started[32] = "";
    struct timespec monotonic, real;
    clock_gettime(CLOCK_MONOTONIC, &monotonic);
    clock_gettime(CLOCK_REALTIME, &real);
    gethostname(host, sizeof host - 1);
    if (getcwd(here, sizeof here))
        json_string(cwd, sizeof cwd, here);
    json_command(command, sizeof command);
    measure_own_utc(real.tv_sec, started, sizeof started);
    int size = snprintf(text, sizeof text,
                        "{\n  \"triptych\": \"" TRIPTYCH_VERSION "\",\n  \"command\": [%s],\n"
                        "  \"cwd\": \"%s\",\n  \"host\": \"%s\",\n  \"start\": \"%s\",\n"
                        "  \"start_ns\": %lld,\n  \"real_start_ns\": %lld,\n"
                        "  \"state\": \"direct\"\n}\n",
                        command, cwd, host, started,
                        (long long)monotonic.tv_sec * 1000000000 + monotonic.tv_nsec -
                            (long long)timens_monotonic,
                        (long long)real.tv_sec * 1000000000 + real.tv_nsec);
    int fd = measure_folder_open_file(archive, "run.json", O_WRONLY | O_CREAT | O_EXCL);
    if (fd < 0)
        return false;
    bool written = size > 0 && size < (int)sizeof text && write(fd, text, (size_t)size) == size;
    int error = errno;
    close(fd);
    errno = error;
    return written;
}
