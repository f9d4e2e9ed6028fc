/* valgrind.c: see valgrind.h */
#include "launch/valgrind.h"

#include "launch/paths.h"
#include "launch/program.h"
#include "util/memory.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#if defined __aarch64__
#define PLATFORM "arm64-linux"
#elif defined __x86_64__
#define PLATFORM "amd64-linux"
#else
#define PLATFORM "unknown"
#endif

static const char *const words[] = {"valgrind", "-q", "--tool=triptych", "--vgdb=no",
                                    "--trace-children=yes"};
enum { WORDS = sizeof words / sizeof words[0] };

static bool is_program(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISREG(status.st_mode) && access(path, X_OK) == 0;
}

/* True if PATH has this program. */
static bool is_installed(const char *name)
{
    bool found = false;
    for (const char *folders = getenv("PATH"); !found && folders && *folders;) {
        size_t size = strcspn(folders, ":");
        char *path = memory_printf("%.*s/%s", (int)size, folders, name);
        found = is_program(path);
        free(path);
        folders += size;
        folders += *folders == ':';
    }
    return found;
}

char **launch_valgrind_command(char **command, struct error *error)
{
    char *tool = memory_printf("%s/triptych-" PLATFORM, launch_paths_valgrind());
    bool is_built = is_program(tool);
    free(tool);
    if (!is_built) {
        error_set(error, "this triptych was built without Valgrind: install Debian's package "
                         "valgrind and build it again, or count without --engine valgrind");
        return NULL;
    }
    if (!is_installed(words[0])) {
        error_set(error, "valgrind is not installed, or not in PATH: install Debian's package "
                         "valgrind, or count without --engine valgrind");
        return NULL;
    }
    size_t count = 0, program = launch_program_word(command);
    while (command[count])
        count++;
    char **all = memory_zeroed(count + WORDS + 1, sizeof *all);
    memcpy(all, command, program * sizeof *all);
    for (size_t i = 0; i < WORDS; i++)
        all[program + i] = (char *)words[i];
    memcpy(all + program + WORDS, command + program, (count - program) * sizeof *all);
    return all;
}

void launch_valgrind_set_environment(void)
{
    setenv("VALGRIND_LIB", launch_paths_valgrind(), 1);
}
