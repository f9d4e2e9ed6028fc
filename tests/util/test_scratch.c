/* test_scratch.c: temporary folders that go away with their process. */
#include "../archive/unit.h"

#include "util/scratch.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Puts a folder with a file into the folder. */
static void fill(const char *path)
{
    char name[300];
    snprintf(name, sizeof name, "%s/inner", path);
    assert_int_equal(mkdir(name, 0700), 0);
    snprintf(name, sizeof name, "%s/inner/file", path);
    int fd = open(name, O_CREAT | O_WRONLY, 0600);
    assert_true(fd >= 0);
    close(fd);
}

static void is_removed(void **state)
{
    (void)state;
    char path[] = "/tmp/triptych-scratch-XXXXXX";
    struct scratch scratch;
    struct error error = {0};
    struct stat facts;
    assert_true(scratch_make(&scratch, path, &error));
    assert_int_equal(stat(path, &facts), 0);
    assert_int_equal(facts.st_mode & 0777, 0700);
    fill(path);
    scratch_remove(&scratch, path);
    assert_int_not_equal(access(path, F_OK), 0);
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1); /* no child is left */
}

static void fails_with_a_sentence(void **state)
{
    (void)state;
    char path[] = "/nowhere/triptych-scratch-XXXXXX";
    struct scratch scratch;
    struct error error = {0};
    assert_false(scratch_make(&scratch, path, &error));
    assert_non_null(strstr(error.text, "/nowhere/"));
}

/* Makes a folder in a child, which is then killed; waits until the folder is gone. */
static void goes_with_the_killed(void **state)
{
    (void)state;
    char path[] = "/tmp/triptych-scratch-XXXXXX";
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    if (child == 0) {
        struct scratch scratch;
        struct error error = {0};
        if (!scratch_make(&scratch, path, &error))
            _exit(1);
        fill(path);
        if (write(ends[1], path, sizeof path) != (ssize_t)sizeof path)
            _exit(1);
        raise(SIGKILL);
    }
    assert_int_equal(read(ends[0], path, sizeof path), (ssize_t)sizeof path);
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status));
    for (int i = 0; i < 600 && access(path, F_OK) == 0; i++)
        nanosleep(&(struct timespec){.tv_nsec = 50000000}, NULL);
    assert_int_not_equal(access(path, F_OK), 0);
    close(ends[0]);
    close(ends[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(is_removed),
        cmocka_unit_test(fails_with_a_sentence),
        cmocka_unit_test(goes_with_the_killed),
    };
    return cmocka_run_group_tests_name("scratch", tests, NULL, NULL);
}
