/* choose.c: see choose.h
 *
 * A pattern is a shell pattern for the name of a routine, or has a prefix: `routine:solve*`,
 * `file:lib/?*.c`, `kind:loop` (routine, loop, io, user). It includes the routine's loops and
 * I/O.
 */
#include "measure/choose.h"

#include "format/place.h"
#include "format/skip.h"
#include "measure/clock.h"

#include <fcntl.h>
#include <fnmatch.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATTERN_SIZE = 1024 };

static struct measure_settings chosen;
static const char *skip_list; /* lines in the form of format/skip.h; NULL: none */

void choose_start(const struct measure_settings *settings)
{
    chosen = *settings;
    if (!settings->skip)
        return;
    int fd = open(settings->skip, O_RDONLY | O_CLOEXEC);
    struct stat status;
    if (fd < 0)
        return;
    if (fstat(fd, &status) == 0 && status.st_size > 0) {
        /* one byte more, so that a zero ends the text */
        size_t size = (size_t)status.st_size;
        char *text =
            mmap(NULL, size + 1, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (text != MAP_FAILED && read(fd, text, size) == (ssize_t)size)
            skip_list = text;
    }
    close(fd);
}

/* True if the pattern matches the whole file name, or its end from any slash on: build systems use
 * different leading folders. */
static bool matches_file(const char *pattern, const char *file)
{
    if (fnmatch(pattern, file, 0) == 0)
        return true;
    for (const char *slash = strchr(file, '/'); slash; slash = strchr(slash + 1, '/')) {
        if (fnmatch(pattern, slash + 1, 0) == 0)
            return true;
    }
    return false;
}

static bool matches(const char *pattern, const struct tri_region *region, const char *routine)
{
    if (!strncmp(pattern, "file:", 5))
        return matches_file(pattern + 5, region->file);
    if (!strncmp(pattern, "kind:", 5))
        return fnmatch(pattern + 5, format_kind_word(region->kind), 0) == 0;
    if (!strncmp(pattern, "routine:", 8))
        pattern += 8;
    return fnmatch(pattern, routine, 0) == 0 ||
           (region->kind == TRI_KIND_USER && fnmatch(pattern, region->name, 0) == 0);
}

/* True if any of the patterns matches; there is one pattern per line. */
static bool matches_any(const char *patterns, const struct tri_region *region, const char *routine)
{
    while (*patterns) {
        char pattern[PATTERN_SIZE];
        size_t size = strcspn(patterns, "\n");
        if (size > 0 && size < sizeof pattern) {
            memcpy(pattern, patterns, size);
            pattern[size] = '\0';
            if (matches(pattern, region, routine))
                return true;
        }
        patterns += size + (patterns[size] == '\n');
    }
    return false;
}

static bool is_skipped(const struct tri_region *region, const char *routine)
{
    char line[PATTERN_SIZE * 2];
    if (!skip_list)
        return false;
    int size = snprintf(line, sizeof line, FORMAT_SKIP_LINE, format_kind_word(region->kind),
                        region->file, region->line, region->seq, routine, region->name);
    if (size < 0 || (size_t)size >= sizeof line)
        return false;
    for (const char *found = strstr(skip_list, line); found; found = strstr(found + 1, line)) {
        if (found == skip_list || found[-1] == '\n')
            return true;
    }
    return false;
}

enum tri_mode choose_timed(void)
{
    return clock_kind == FORMAT_CLOCK_COUNTER ? TRI_TIME : TRI_TIME_SLOW;
}

enum tri_mode choose_mode(const struct tri_region *region, const char *routine,
                          enum format_reason *reason)
{
    bool of_ours = format_kind_word(region->kind) == NULL;
    if (region->flags & TRI_UNMEASURED)
        *reason = FORMAT_UNMEASURED;
    else if (of_ours) /* an auxiliary region: it exists because something else is measured */
        *reason = FORMAT_MEASURED;
    else if ((chosen.only && !matches_any(chosen.only, region, routine)) ||
             (chosen.exclude && matches_any(chosen.exclude, region, routine)))
        *reason = FORMAT_EXCLUDED;
    else if (is_skipped(region, routine))
        *reason = FORMAT_HOT;
    else
        *reason = FORMAT_MEASURED;
    if (*reason != FORMAT_MEASURED)
        return TRI_OFF;
    if (chosen.count || region->flags & TRI_UNTIMED)
        return TRI_COUNT;
    return choose_timed();
}
