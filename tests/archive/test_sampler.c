/* test_sampler.c: samples of profiles that change between two looks at them. */
#include "unit.h"

#include "archive/archive.h"
#include "archive/live/sample_file.h"
#include "archive/live/sampler.h"
#include "archive/live/samples.h"
#include "format/death.h"
#include "made.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* A place that is this process, with main, solve below it, a write with its file, and a wait
 * for a mutex. */
struct running {
    char path[64];
    struct made *made;
    struct made_profile *profile;
    uint32_t root, main, solve, write, file, lock, mutex;
    uint32_t regions[6];
    struct sampler *sampler;
};

static void fill_process(struct format_place *record, pid_t pid)
{
    char text[1024] = "", *field;
    snprintf(text, sizeof text, "/proc/%d/stat", pid);
    FILE *file = fopen(text, "r");
    assert_non_null(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    field = strrchr(text, ')');
    for (int i = 2; i < 22; i++)
        field = strchr(field + 1, ' ');
    record->process_start = strtoull(field + 1, NULL, 10);
    record->pid = (uint32_t)pid;
    file = fopen("/proc/sys/kernel/random/boot_id", "r");
    assert_non_null(file);
    memset(record->boot, 0, sizeof record->boot);
    assert_non_null(fgets(record->boot, 37, file));
    fclose(file);
}

static int make(void **state)
{
    struct running *all = calloc(1, sizeof *all);
    snprintf(all->path, sizeof all->path, "/tmp/test_sampler.XXXXXX");
    assert_non_null(mkdtemp(all->path));
    all->made = made_new();
    struct made_place *place = made_add_place(all->made);
    fill_process(&place->record, getpid());
    static const struct format_region kinds[] = {
        {.kind = TRI_KIND_ROUTINE, .line = 1}, {.kind = TRI_KIND_ROUTINE, .line = 2},
        {.kind = TRI_KIND_IO, .line = 3},      {.kind = TRI_KIND_FILE},
        {.kind = TRI_KIND_ATOMIC, .line = 4},  {.kind = TRI_KIND_OBJECT}};
    static const char *const names[] = {"main", "solve", "fwrite", "/data", "lock", "mutex"};
    for (int i = 0; i < 6; i++)
        all->regions[i] = made_region(place, kinds[i], names[i], kinds[i].line ? "a.c" : "", "");
    all->profile = made_add_profile(place);
    all->root = made_lane(all->profile, 0, "a", MADE_START, 0);
    all->main = made_node(all->profile, all->root, all->regions[0], 0, 0);
    all->solve = made_node(all->profile, all->main, all->regions[1], 0, 0);
    all->write = made_node(all->profile, all->solve, all->regions[2], 0, 0);
    all->file = made_node(all->profile, all->write, all->regions[3], 0, 0);
    all->lock = made_node(all->profile, all->main, all->regions[4], 0, 0);
    all->mutex = made_node(all->profile, all->lock, all->regions[5], 0, 0);
    all->sampler = archive_sampler_new(all->path, 1000);
    *state = all;
    return 0;
}

static int throw_away(void **state)
{
    struct running *all = *state;
    char command[128];
    archive_sampler_free(all->sampler);
    made_free(all->made);
    snprintf(command, sizeof command, "rm -rf %s", all->path);
    assert_int_equal(system(command), 0);
    free(all);
    return 0;
}

static void set(struct running *all, uint32_t node, uint64_t count, uint64_t time, uint64_t open)
{
    struct format_node *record = made_at(all->profile, node);
    record->count = count;
    record->time = time;
    record->open = open ? MADE_START + open : 0;
}

/* Files keep their inodes: the sampler has them open, as it has those of a process. */
static void look(struct running *all, uint64_t now)
{
    made_write(all->made, all->path);
    archive_sampler_take(all->sampler, MADE_START + now);
}

static struct archive_samples read_samples(struct running *all, struct archive **archive)
{
    struct error error = {0};
    *archive = archive_open(all->path, &error);
    assert_non_null(*archive);
    assert_true(archive_samples_check(*archive, &error));
    return archive_samples_of(*archive);
}

static void check(const struct archive *archive, const struct archive_samples *samples, size_t row,
                  const char *name, uint64_t from, uint64_t to, uint64_t time, uint64_t visits)
{
    assert_in_range(row, 0, samples->rows - 1);
    assert_string_equal(archive_text(archive, archive->regions.name[samples->region[row]]), name);
    assert_int_equal(samples->from[row], MADE_START + from);
    assert_int_equal(samples->to[row], MADE_START + to);
    assert_int_equal(samples->time[row], time);
    assert_int_equal(samples->visits[row], visits);
}

static void what_is_new_is_told(void **state)
{
    struct running *all = *state;
    struct archive *archive;
    set(all, all->main, 1, 0, 100); /* main began at 100, solve at 400 */
    set(all, all->solve, 1, 0, 400);
    look(all, 1000);
    set(all, all->solve, 3, 900, 0); /* it ended at 1300, and two more were there */
    set(all, all->write, 5, 50, 0);
    made_at(all->profile, all->write)->bytes = 70;
    set(all, all->file, 5, 50, 0); /* no part of it */
    made_at(all->profile, all->file)->bytes = 70;
    look(all, 2000);
    look(all, 3000); /* main went on */
    struct archive_samples samples = read_samples(all, &archive);
    assert_int_equal(samples.rows, 7);
    check(archive, &samples, 0, "", 0, 1000, 100, 0);
    check(archive, &samples, 1, "main", 0, 1000, 300, 1);
    check(archive, &samples, 2, "solve", 0, 1000, 600, 1);
    check(archive, &samples, 3, "main", 1000, 2000, 700, 0);
    check(archive, &samples, 4, "solve", 1000, 2000, 250, 2);
    check(archive, &samples, 5, "fwrite", 1000, 2000, 50, 5);
    assert_int_equal(samples.bytes[5], 70);
    check(archive, &samples, 6, "main", 2000, 3000, 1000, 0);
    archive_close(archive);
}

/* A lock's time is that of waiting for it, once more. */
static void waiting_for_a_lock(void **state)
{
    struct running *all = *state;
    struct archive *archive;
    set(all, all->main, 1, 0, 100);
    look(all, 1000);
    set(all, all->lock, 1, 600, 0);
    set(all, all->mutex, 1, 600, 0);
    look(all, 2000);
    struct archive_samples samples = read_samples(all, &archive);
    assert_int_equal(samples.rows, 4);
    check(archive, &samples, 2, "main", 1000, 2000, 400, 0);
    check(archive, &samples, 3, "lock", 1000, 2000, 600, 1);
    archive_close(archive);
}

/* A reader may see a visit's time added and the visit still open. */
static void nothing_is_told_twice(void **state)
{
    struct running *all = *state;
    struct archive *archive;
    set(all, all->main, 1, 900, 100);
    look(all, 1000);
    set(all, all->main, 1, 900, 0);
    look(all, 2000);
    look(all, 3000);
    struct archive_samples samples = read_samples(all, &archive);
    uint64_t time = 0;
    for (size_t i = 0; i < samples.rows; i++) {
        assert_in_range(samples.time[i], 0, samples.to[i] - samples.from[i]);
        if (samples.region[i])
            time += samples.time[i];
    }
    assert_int_equal(time, 1000); /* no more than there was */
    archive_close(archive);
}

static void threads_come_and_go(void **state)
{
    struct running *all = *state;
    struct archive *archive;
    look(all, 1000);
    struct format_lane *lane = &all->profile->records[all->root - 1].lane;
    lane->state = FORMAT_LANE_ENDED;
    lane->end = MADE_START + 1500;
    set(all, all->root, 1, 1500, 0);
    uint32_t second = made_lane(all->profile, 1, "b", MADE_START + 1600, 0); /* in the same file */
    uint32_t solve = made_node(all->profile, second, all->regions[1], 1, 0);
    set(all, solve, 1, 0, 1700);
    struct made_profile *other = made_add_profile(&all->made->places[0]);
    made_lane(other, 2, "c", MADE_START + 1900, 0);
    look(all, 2000);
    look(all, 3000);
    struct archive_samples samples = read_samples(all, &archive);
    assert_int_equal(samples.rows, 7);
    check(archive, &samples, 0, "", 0, 1000, 1000, 0);
    check(archive, &samples, 1, "", 1000, 1500, 500, 0); /* told when it ended */
    check(archive, &samples, 2, "", 1600, 2000, 100, 0);
    check(archive, &samples, 3, "solve", 1600, 2000, 300, 1);
    check(archive, &samples, 4, "solve", 2000, 3000, 1000, 0);
    check(archive, &samples, 5, "", 1900, 2000, 100, 0);
    assert_int_equal(samples.lane[5], 2);
    archive_close(archive);
}

static void there_are_never_too_many(void **state)
{
    struct running *all = *state;
    struct archive *archive;
    set(all, all->main, 1, 0, 100);
    enum { LOOKS = 2 * FORMAT_SAMPLES + 10 };
    made_write(all->made, all->path);
    for (uint64_t i = 1; i <= LOOKS; i++) {
        struct format_node *solve = made_at(all->profile, all->solve);
        solve->count = i;
        solve->time = 10 * i;
        char path[128];
        snprintf(path, sizeof path, "%s/places/0/profile-0", all->path);
        int fd = open(path, O_WRONLY);
        assert_int_equal(pwrite(fd, solve, sizeof *solve, all->solve * (off_t)sizeof *solve),
                         sizeof *solve);
        close(fd);
        archive_sampler_take(all->sampler, MADE_START + 100 + 1000 * i);
    }
    struct archive_samples samples = read_samples(all, &archive);
    uint64_t stretches = 0, time = 0, visits = 0, at = MADE_START;
    for (size_t i = 0; i < samples.rows; i++) {
        if (!i || samples.from[i] != samples.from[i - 1]) {
            assert_int_equal(samples.from[i], at); /* one after the other */
            at = samples.to[i];
            stretches++;
        }
        time += samples.time[i];
        if (!strcmp(archive_text(archive, archive->regions.name[samples.region[i]]), "solve"))
            visits += samples.visits[i];
    }
    assert_in_range(stretches, FORMAT_SAMPLES / 2, FORMAT_SAMPLES);
    assert_int_equal(at, MADE_START + 100 + 1000 * (uint64_t)LOOKS);
    assert_int_equal(time, 100 + 1000 * (uint64_t)LOOKS);
    assert_int_equal(visits, LOOKS);
    archive_close(archive);
}

/* That of a process which is gone is closed, and halved like the others. */
static void a_file_at_rest_is_halved_too(void **state)
{
    struct running *all = *state;
    struct archive_sample_file file;
    char *path = NULL;
    assert_true(asprintf(&path, "%s/samples", all->path) > 0);
    archive_sample_file_open(&file, path, 1000);
    for (uint64_t i = 0; i < 5; i++) {
        archive_sample_file_begin(&file);
        archive_sample_file_part(&file, 0, 10 * i, 10 * i + 10);
        archive_sample_file_entry(&file, &(struct format_sample_entry){.region = 1, .time = i});
        archive_sample_file_write(&file);
    }
    uint64_t before = file.size;
    archive_sample_file_rest(&file);
    assert_true(file.fd < 0);
    archive_sample_file_halve(&file, 2000);
    assert_true(file.fd < 0);
    assert_int_equal(file.samples, 3);
    struct stat facts;
    assert_int_equal(stat(file.path, &facts), 0);
    assert_int_equal(facts.st_size, file.size);
    assert_true(file.size < before);
    archive_sample_file_close(&file);
}

/* Wherever the file was cut, what is complete before is there. */
static void a_file_may_be_cut(void **state)
{
    struct running *all = *state;
    struct archive *archive;
    char path[128];
    struct stat facts;
    set(all, all->main, 1, 0, 100);
    for (uint64_t i = 1; i <= 4; i++)
        look(all, 1000 * i);
    snprintf(path, sizeof path, "%s/places/0/samples", all->path);
    assert_int_equal(stat(path, &facts), 0);
    size_t rows = read_samples(all, &archive).rows;
    archive_close(archive);
    assert_int_equal(rows, 5);
    for (off_t size = facts.st_size - 1; size > 0; size -= 5) {
        assert_int_equal(truncate(path, size), 0);
        size_t left = read_samples(all, &archive).rows;
        assert_in_range(left, 0, rows);
        rows = left;
        archive_close(archive);
    }
    assert_int_equal(rows, 0);
}

static void a_process_that_is_gone_is_left_alone(void **state)
{
    struct running *all = *state;
    struct archive *archive;
    all->made->places[0].record.pid = 4000000;
    set(all, all->main, 1, 0, 100);
    look(all, 1000); /* nobody knows for how long */
    look(all, 2000);
    assert_int_equal(read_samples(all, &archive).rows, 0);
    archive_close(archive);
}

/* That it has ended was written down once; by a clock that the rest of the test does not have. */
static void take_death(const struct running *all, pid_t pid)
{
    char path[256];
    struct format_death death;
    snprintf(path, sizeof path, "%s/" FORMAT_DEATHS_FOLDER "/%.40s", all->path,
             all->made->places[0].record.boot);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    assert_int_equal(fread(&death, sizeof death, 1, file), 1);
    assert_int_equal(fgetc(file), EOF);
    fclose(file);
    assert_int_equal(death.pid, pid);
    assert_int_equal(death.status, FORMAT_DEATH_SEEN);
    assert_int_equal(unlink(path), 0);
}

/* Visits of a process that was killed look open for ever: it was there until the last look that saw
 * it, and the run lasted at least so long. */
static void a_process_is_killed(void **state)
{
    struct running *all = *state;
    struct archive *archive;
    bool at_least;
    pid_t child = fork();
    if (child == 0)
        for (;;)
            pause();
    fill_process(&all->made->places[0].record, child);
    set(all, all->main, 1, 0, 100);
    look(all, 1000);
    look(all, 2000);
    kill(child, SIGKILL);
    assert_int_equal(waitpid(child, NULL, 0), child);
    struct pollfd *fds;
    assert_int_equal(archive_sampler_processes(all->sampler, &fds), 1);
    assert_int_equal(poll(fds, 1, 0), 1);
    free(fds);
    archive_sampler_see_ends(all->sampler);
    assert_int_equal(archive_sampler_processes(all->sampler, &fds), 0);
    free(fds);
    look(all, 3000);
    look(all, 4000);
    take_death(all, child);
    struct archive_samples samples = read_samples(all, &archive);
    assert_int_equal(samples.rows, 3);
    check(archive, &samples, 0, "", 0, 1000, 100, 0);
    check(archive, &samples, 1, "main", 0, 1000, 900, 1);
    check(archive, &samples, 2, "main", 1000, 2000, 1000, 0);
    assert_int_equal(archive->lanes.end[0], MADE_START + 2000);
    assert_int_equal(archive->lanes.at_least[0], 1);
    assert_int_equal(archive_end(archive, &at_least), MADE_START + 2000);
    assert_true(at_least);
    archive_close(archive);
}

static void there_are_none_of_cpu_time(void **state)
{
    struct running *all = *state;
    struct archive *archive;
    all->made->places[0].record.clock = FORMAT_CLOCK_CPU;
    set(all, all->main, 1, 0, 100);
    look(all, 1000);
    assert_int_equal(read_samples(all, &archive).rows, 0);
    archive_close(archive);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(what_is_new_is_told, make, throw_away),
        cmocka_unit_test_setup_teardown(waiting_for_a_lock, make, throw_away),
        cmocka_unit_test_setup_teardown(nothing_is_told_twice, make, throw_away),
        cmocka_unit_test_setup_teardown(threads_come_and_go, make, throw_away),
        cmocka_unit_test_setup_teardown(there_are_never_too_many, make, throw_away),
        cmocka_unit_test_setup_teardown(a_file_at_rest_is_halved_too, make, throw_away),
        cmocka_unit_test_setup_teardown(a_file_may_be_cut, make, throw_away),
        cmocka_unit_test_setup_teardown(a_process_that_is_gone_is_left_alone, make, throw_away),
        cmocka_unit_test_setup_teardown(a_process_is_killed, make, throw_away),
        cmocka_unit_test_setup_teardown(there_are_none_of_cpu_time, make, throw_away),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
