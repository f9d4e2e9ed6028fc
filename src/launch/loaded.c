/* loaded.c: see loaded.h. Only the loader itself knows where it finds a library: in the folders
 * that the program, the environment and its own cache name. Its option --list tells. */
#include "launch/loaded.h"

#include "util/memory.h"
#include "util/words.h"

#include <fcntl.h>
#include <gelf.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* True for a loader of the system: a program that is only looked at may name any file as its own,
 * which is not to be run. */
static bool is_of_system(const char *loader)
{
    char *path = realpath(loader, NULL);
    bool is_it = path && (!strncmp(path, "/usr/lib", strlen("/usr/lib")) ||
                          !strncmp(path, "/lib", strlen("/lib")));
    free(path);
    return is_it;
}

/* Returns the path of a program's loader, to be freed; NULL: it has none that can be asked. */
static char *loader_of(const char *path)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    elf_version(EV_CURRENT);
    Elf *elf = fd >= 0 ? elf_begin(fd, ELF_C_READ_MMAP, NULL) : NULL;
    size_t count = 0;
    char *loader = NULL;
    if (elf)
        elf_getphdrnum(elf, &count);
    for (size_t i = 0; i < count && !loader; i++) {
        GElf_Phdr header;
        if (!gelf_getphdr(elf, (int)i, &header) || header.p_type != PT_INTERP)
            continue;
        Elf_Data *data =
            elf_getdata_rawchunk(elf, (int64_t)header.p_offset, header.p_filesz, ELF_T_BYTE);
        if (data && data->d_size)
            loader = memory_printf("%.*s", (int)data->d_size, (const char *)data->d_buf);
    }
    if (loader && !is_of_system(loader)) {
        free(loader);
        loader = NULL;
    }
    elf_end(elf);
    if (fd >= 0)
        close(fd);
    return loader;
}

/* Starts the loader with its output in a pipe. Returns its reading end; NULL: it cannot be started.
 */
static FILE *start(const char *loader, const char *program, pid_t *child)
{
    char *words[] = {(char *)loader, "--list", (char *)program, NULL};
    int ends[2];
    posix_spawn_file_actions_t actions;
    if (pipe2(ends, O_CLOEXEC) != 0)
        return NULL;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    bool started = posix_spawn(child, loader, &actions, NULL, words, environ) == 0;
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    FILE *output = started ? fdopen(ends[0], "r") : NULL;
    if (!output)
        close(ends[0]);
    return output;
}

/* Reads "\tlibc.so.6 => /lib/libc.so.6 (0x7f...)" or "\t/lib/ld.so (0x7f...)". False if it says
 * that a library was not found. */
static bool read_line(char *line, void (*see)(const char *name, const char *path, void *data),
                      void *data)
{
    char *name = line + strspn(line, " \t"), *arrow = strstr(name, " => ");
    char *path = arrow ? arrow + strlen(" => ") : name, *address = strstr(path, " (0x");
    if (!address)
        return !arrow;
    *address = '\0';
    if (arrow)
        *arrow = '\0';
    if (strchr(path, '/')) /* that of the kernel has no file */
        see(name, path, data);
    return true;
}

bool launch_loaded_each(const struct launch_program *program,
                        void (*see)(const char *name, const char *path, void *data), void *data)
{
    if (program->kind == PROGRAM_STATIC)
        return true;
    pid_t child = -1;
    char *loader = program->kind == PROGRAM_DYNAMIC ? loader_of(program->path) : NULL, *line = NULL;
    FILE *output = loader ? start(loader, program->path, &child) : NULL;
    bool known = output != NULL;
    size_t room = 0;
    int status = 0;
    while (output && getline(&line, &room, output) > 0)
        known = read_line(line, see, data) && known;
    if (output)
        fclose(output);
    known = known && waitpid(child, &status, 0) == child && status == 0;
    free(line);
    free(loader);
    return known;
}
