/* deaths.c: finds the processes that a signal ended, and when: the earliest time at which another
 * process noticed it. */
#include "archive/raw/raw.h"

#include "format/death.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

enum { MOST_BYTES = 1 << 26 };

/* Returns the place whose process had the pid then, after exec the last one of that process; NULL:
 * none. */
static struct archive_raw_place *find(struct archive_raw_reader *reader, const char *boot,
                                      const struct format_death *death)
{
    struct archive_raw_place *found = NULL;
    for (size_t i = 0; i < reader->place_count; i++) {
        struct archive_raw_place *place = &reader->places[i];
        const struct format_place *record = &place->record;
        if (record->pid == death->pid && record->start.monotonic < death->monotonic &&
            !strncmp(record->boot, boot, sizeof record->boot) && !place->replaced_at &&
            (!found || record->start.monotonic > found->record.start.monotonic))
            found = place;
    }
    return found;
}

static void take(struct archive_raw_place *place, const struct format_death *death)
{
    if (death->status < FORMAT_DEATH_SEEN) {
        for (int i = 1; i < 64; i++)
            place->sent |= death->status == format_death_sent(i) ? UINT64_C(1) << i : 0;
        return;
    }
    uint64_t *moment = death->status == FORMAT_DEATH_SEEN ? &place->seen : &place->reaped;
    if (!*moment || death->monotonic < *moment)
        *moment = death->monotonic;
    if (death->status != FORMAT_DEATH_SEEN && WIFSIGNALED(death->status))
        place->signal = (uint32_t)WTERMSIG(death->status);
}

static void read_deaths(struct archive_raw_reader *reader, const char *boot)
{
    char path[RAW_PATH];
    size_t size;
    if (snprintf(path, sizeof path, FORMAT_DEATHS_FOLDER "/%s", boot) >= (int)sizeof path)
        return;
    char *bytes = archive_folder_read_all(reader->folder, path, MOST_BYTES, &size);
    for (size_t at = 0; bytes && size - at >= sizeof(struct format_death);
         at += sizeof(struct format_death)) {
        struct format_death death;
        memcpy(&death, bytes + at, sizeof death);
        struct archive_raw_place *place = find(reader, boot, &death);
        if (place)
            take(place, &death);
    }
    free(bytes);
}

/* Takes the end of the command from run.json: it is a child of `triptych run`, which writes no file
 * below deaths/ for it. */
static void take_run(struct archive_raw_reader *reader)
{
    const struct archive_run *run = &reader->archive->run;
    for (size_t i = 0; i < reader->place_count && run->has_signal && run->pid; i++) {
        struct archive_raw_place *place = &reader->places[i];
        if (place->record.parent_pid != (uint32_t)run->pid || place->replaced_at ||
            run->end <= place->record.start.monotonic)
            continue;
        place->reaped = run->end;
        place->signal = (uint32_t)run->signal;
    }
}

static void find_moments(struct archive_raw_reader *reader)
{
    for (size_t i = 0; i < reader->place_count; i++) {
        struct archive_raw_place *place = &reader->places[i];
        if (place->record.end)
            continue;
        bool sooner = place->seen && (!place->reaped || place->seen < place->reaped);
        place->died = sooner ? place->seen : place->reaped;
    }
}

void archive_raw_find_deaths(struct archive_raw_reader *reader)
{
    char **names = archive_folder_names(reader->folder, FORMAT_DEATHS_FOLDER);
    for (char **name = names; *name; name++)
        read_deaths(reader, *name);
    archive_folder_free_names(names);
    take_run(reader);
    find_moments(reader);
}
