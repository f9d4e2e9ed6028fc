/* openmp.c: see openmp.h. The dynamic loader itself is asked, as ldd does it, whether a program
 * would start with the other library. */
#include "launch/openmp.h"

#include "launch/environment.h"
#include "launch/program.h"
#include "util/buffer.h"
#include "util/memory.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static const char gomp[] = "libgomp.so.1", llvm[] = "libomp.so.5";

static _Noreturn void become_traced(const char *path, const char *folder, int out)
{
    setenv("LD_TRACE_LOADED_OBJECTS", "1", 1);
    setenv("LD_BIND_NOW", "1", 1);
    setenv("LD_WARN", "yes", 1);
    unsetenv("LD_PRELOAD");
    if (folder)
        launch_environment_put_in_front("LD_LIBRARY_PATH", folder);
    dup2(out, STDOUT_FILENO);
    dup2(out, STDERR_FILENO);
    execl(path, path, (char *)NULL);
    _exit(127);
}

/* Returns what the loader prints about a program: the libraries it would load, and missing symbols.
 */
static char *trace(const char *path, const char *folder)
{
    struct buffer said = {0};
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0)
        return memory_string("");
    pid_t child = fork();
    if (child == 0)
        become_traced(path, folder, ends[1]);
    close(ends[1]);
    char part[4096];
    for (ssize_t size; (size = read(ends[0], part, sizeof part)) > 0;)
        buffer_add_bytes(&said, part, (size_t)size);
    close(ends[0]);
    if (child > 0)
        waitpid(child, NULL, 0);
    buffer_add(&said, "");
    return buffer_take(&said);
}

/* Returns the path that libgomp is loaded from, to be freed; NULL if it is not loaded. */
static char *loaded_gomp(const char *said)
{
    char *start = memory_printf("%s => ", gomp);
    const char *at = strstr(said, start);
    size_t skip = strlen(start);
    free(start);
    return at ? memory_printf("%.*s", (int)strcspn(at + skip, " \n"), at + skip) : NULL;
}

/* Returns a symbol of libgomp that the program needs and LLVM's library lacks, to be freed; else
 * NULL.
 */
static char *missing(const char *said)
{
    static const char symbol[] = "undefined symbol: ", version[] = "version `";
    const char *line = said;
    while (line && *line) {
        const char *at = strstr(line, symbol), *end = strchr(line, '\n');
        if (at && (!end || at < end)) {
            at += strlen(symbol);
            if (!strncmp(at, "GOMP_", 5) || !strncmp(at, "omp_", 4) || !strncmp(at, "GOACC_", 6) ||
                !strncmp(at, "acc_", 4))
                return memory_printf("%.*s", (int)strcspn(at, " \t,\n"), at);
        }
        const char *library = strstr(line, gomp);
        at = strstr(line, version);
        if (at && (!end || at < end) && library && (!end || library < end))
            return memory_printf("%.*s", (int)strcspn(at + strlen(version), "'\n"),
                                 at + strlen(version));
        line = end ? end + 1 : NULL;
    }
    return NULL;
}

/* Returns the path of LLVM's library, to be freed; NULL if there is none. */
static char *find_llvm(void)
{
    const char *chosen = getenv("TRIPTYCH_LIBOMP");
    if (chosen && *chosen)
        return access(chosen, R_OK) == 0 ? realpath(chosen, NULL) : NULL;
    void *library = dlopen(llvm, RTLD_LAZY | RTLD_LOCAL);
    struct link_map *map = NULL;
    char *path = NULL;
    if (library && dlinfo(library, RTLD_DI_LINKMAP, &map) == 0 && map)
        path = realpath(map->l_name, NULL);
    if (library)
        dlclose(library);
    return path;
}

struct moving {
    const char *folder;
    bool made;   /* the folder, with LLVM's library in it by libgomp's name */
    bool failed; /* and a message said why */
};

static void complain(struct moving *moving, const char *why, const char *what_to_do)
{
    if (!moving->failed)
        fprintf(stderr,
                "triptych run: %s; %s. The program runs on its own OpenMP runtime library.\n", why,
                what_to_do);
    moving->failed = true;
}

static bool make_folder(struct moving *moving)
{
    if (moving->made || moving->failed)
        return moving->made;
    char *path = find_llvm();
    char *link = memory_printf("%s/%s", moving->folder, gomp);
    if (!path) {
        complain(moving, "LLVM's OpenMP runtime library is missing",
                 "install it: apt-get install libomp5-14");
    } else {
        moving->made = (mkdir(moving->folder, 0777) == 0 || access(moving->folder, W_OK) == 0) &&
                       symlink(path, link) == 0;
        if (!moving->made)
            complain(moving, "no link to LLVM's runtime library can be made in the archive",
                     "check the permissions of its folder");
    }
    free(link);
    free(path);
    return moving->made;
}

/* Prints a message if a program that needs libgomp would not start, or not run well, with the
 * library in the folder. */
static void check(const struct launch_program *program, struct moving *moving)
{
    char *said = trace(program->path, moving->folder), *from = loaded_gomp(said);
    bool ours = from && !strncmp(from, moving->folder, strlen(moving->folder));
    char *lack = ours ? missing(said) : NULL, *why = NULL;
    if (!ours)
        why = memory_printf("%s takes libgomp from where it was linked to (DT_RPATH: %s)",
                            program->path, from ? from : "?");
    else if (lack)
        why = memory_printf("%s uses %s, which LLVM's runtime library lacks", program->path, lack);
    else if (program->misdone)
        why = memory_printf("%s uses %s, which LLVM's runtime library gets wrong", program->path,
                            program->misdone);
    if (why)
        complain(moving, why,
                 ours ? "leave out --openmp llvm" : "link it with -Wl,--enable-new-dtags");
    free(why);
    free(lack);
    free(from);
    free(said);
}

static void consider(const struct launch_program *program, void *data)
{
    struct moving *moving = data;
    if (program->kind != PROGRAM_DYNAMIC || moving->failed)
        return;
    char *said = trace(program->path, NULL), *from = loaded_gomp(said);
    if (from)
        check(program, moving);
    free(from);
    free(said);
}

static void set_if_unset(const char *name, const char *value)
{
    setenv(name, value, 0);
}

/* True if the user asks for more threads than there are cores. LLVM's library does not spin then,
 * unless a variable tells it how long. */
static bool is_crowded(void)
{
    const char *threads = getenv("OMP_NUM_THREADS");
    cpu_set_t cores;
    return threads && sched_getaffinity(0, sizeof cores, &cores) == 0 &&
           strtol(threads, NULL, 10) > CPU_COUNT(&cores);
}

/* Makes waiting threads spin as long as in libgomp, about a millisecond. In LLVM's library it is
 * 200, which would be CPU time that the program does not take by itself. */
static void wait_like_gomp(void)
{
    if (!getenv("OMP_WAIT_POLICY") && !getenv("GOMP_SPINCOUNT") && !is_crowded())
        set_if_unset("KMP_BLOCKTIME", "1");
}

/* Sets libgomp's defaults where those of LLVM's library differ. */
static void behave_like_gomp(void)
{
    struct rlimit stack;
    set_if_unset("OMP_SCHEDULE", "dynamic,1");
    wait_like_gomp();
    set_if_unset("KMP_WARNINGS",
                 "0"); /* of variables and functions that only the other one minds */
    if (!getenv("OMP_STACKSIZE") && !getenv("GOMP_STACKSIZE") &&
        getrlimit(RLIMIT_STACK, &stack) == 0 && stack.rlim_cur != RLIM_INFINITY) {
        char size[32];
        snprintf(size, sizeof size, "%lluB", (unsigned long long)stack.rlim_cur);
        set_if_unset("KMP_STACKSIZE", size);
    }
}

void openmp_set_environment(const char *word, char **command, const char *folder)
{
    struct moving moving = {.folder = folder};
    if (strcmp(word, "llvm") != 0 || !make_folder(&moving))
        return;
    launch_program_each(command, consider, &moving);
    if (moving.failed)
        return;
    launch_environment_put_in_front("LD_LIBRARY_PATH", folder);
    behave_like_gomp();
}

void openmp_clean(const char *folder)
{
    char *link = memory_printf("%s/%s", folder, gomp);
    unlink(link);
    rmdir(folder);
    free(link);
}
