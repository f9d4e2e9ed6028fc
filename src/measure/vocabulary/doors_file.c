/* doors_file.c: see doors_file.h */
#include "measure/vocabulary/doors_file.h"

#include "measure/folder.h"
#include "measure/loops/helper.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#if defined __aarch64__
enum { OWN_MACHINE = EM_AARCH64, STUB = FORMAT_DOORS_AARCH64_STUB, PATCH_ALIGNMENT = 4 };
#else
enum { OWN_MACHINE = EM_X86_64, STUB = FORMAT_DOORS_X86_64_STUB, PATCH_ALIGNMENT = 1 };
#endif

enum { MOST = 1 << 24 }; /* elements of each part */

static bool check_header(const struct format_doors *header, size_t size, const struct stat *program)
{
    return size >= sizeof *header && size % 8 == 0 && header->magic == FORMAT_DOORS_MAGIC &&
           header->version == FORMAT_DOORS_VERSION && header->machine == OWN_MACHINE &&
           header->size == (uint64_t)program->st_size &&
           header->changed == format_doors_changed(program) && header->doors < MOST &&
           header->moves < MOST && header->patches < MOST && header->code < MOST &&
           header->texts < MOST && format_doors_size(header) == size;
}

static bool check_sum(const struct format_doors *header, size_t size)
{
    struct format_doors without = *header;
    without.sum = 0;
    uint64_t sum = format_sum(0, &without, sizeof without / 8);
    return format_sum(sum, header + 1, (size - sizeof without) / 8) == header->sum;
}

/* True if all offsets lead into the code and the texts. */
static bool check_parts(const struct doors_file *file)
{
    const struct format_doors *header = file->header;
    for (uint32_t i = 0; i < header->doors; i++) {
        const struct format_door *door = &file->doors[i];
        bool is_patched = door->stub != UINT32_MAX;
        if ((is_patched &&
             ((uint64_t)door->stub + STUB > header->code || door->real >= header->code)) ||
            (door->why && door->why >= header->texts))
            return false;
    }
    for (uint32_t i = 0; i < header->moves; i++) {
        bool is_long = file->moves[i].kind == FORMAT_MOVE_ADDRESS;
        if ((uint64_t)file->moves[i].at + (is_long ? 8 : 4) > header->code)
            return false;
    }
    for (uint32_t i = 0; i < header->patches; i++) {
        const struct format_patch *patch = &file->patches[i];
        bool leads = patch->kind == FORMAT_PATCH_SHORT
                         ? (int32_t)patch->to >= -126 && (int32_t)patch->to <= 129
                         : patch->to < header->code;
        if (!leads || patch->address < header->low || patch->address > header->high ||
            patch->address % PATCH_ALIGNMENT)
            return false;
    }
    return !header->texts || !file->texts[header->texts - 1];
}

static void find_parts(struct doors_file *file)
{
    const struct format_doors *header = file->header;
    file->doors = (const void *)(header + 1);
    file->moves = (const void *)(file->doors + header->doors);
    file->patches = (const void *)(file->moves + header->moves);
    file->code = (const char *)(file->patches + header->patches);
    file->texts = file->code + format_doors_up(header->code);
}

/* Maps the file; false if there is none, or it is damaged or of another program. */
static bool map(struct doors_file *file, const char *path, const struct stat *program)
{
    struct stat status;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return false;
    size_t size = fstat(fd, &status) == 0 && status.st_size > 0 ? (size_t)status.st_size : 0;
    void *found = size ? mmap(NULL, size, PROT_READ, MAP_PRIVATE, fd, 0) : MAP_FAILED;
    close(fd);
    if (found == MAP_FAILED)
        return false;
    file->header = found;
    file->size = size;
    if (check_header(file->header, size, program) && check_sum(file->header, size)) {
        find_parts(file);
        if (check_parts(file))
            return true;
    }
    munmap(found, size);
    return false;
}

/* Names the file after the program and the library. False if the path is too long. */
static bool name(char path[PATH_MAX], const char *archive, const char *library,
                 const struct stat *program)
{
    int used = snprintf(path, PATH_MAX, "%s/%s/%016llx", archive, FORMAT_DOORS_FOLDER,
                        (unsigned long long)format_doors_name(library, program));
    return used > 0 && used < PATH_MAX - 16;
}

/* Finds the program's file and what is known of it; by its path, unless there is another file
 * now. */
static bool find_program(char path[PATH_MAX], struct stat *status)
{
    char link[40];
    struct stat there;
    snprintf(path, PATH_MAX, "/proc/%ld/exe", (long)getpid());
    int fd = open(path, O_PATH | O_CLOEXEC);
    if (fd < 0)
        return false;
    bool found = fstat(fd, status) == 0;
    char real[PATH_MAX];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t size = readlink(link, real, sizeof real - 1);
    close(fd);
    real[size > 0 ? size : 0] = '\0';
    if (stat(real, &there) == 0 && there.st_ino == status->st_ino && there.st_dev == status->st_dev)
        memcpy(path, real, sizeof real);
    return found;
}

bool doors_file_get(struct doors_file *file, const char *archive, const char *planner,
                    const char *library, char why[DOORS_WHY])
{
    char path[PATH_MAX], program[PATH_MAX];
    struct stat status;
    if (!find_program(program, &status) || !name(path, archive, library, &status)) {
        snprintf(why, DOORS_WHY, "the program's file cannot be found");
        return false;
    }
    if (map(file, path, &status))
        return true;
    if (!measure_folder_make(archive, FORMAT_DOORS_FOLDER)) {
        snprintf(why, DOORS_WHY, "%s/%s cannot be made: %s", archive, FORMAT_DOORS_FOLDER,
                 strerror(errno));
        return false;
    }
    const char *const words[] = {"--doors", library, program, path, NULL};
    if (!measure_helper_run(planner, words, why, DOORS_WHY))
        return false;
    if (map(file, path, &status))
        return true;
    snprintf(why, DOORS_WHY, "%s is damaged", path);
    return false;
}

void doors_file_close(struct doors_file *file)
{
    munmap((void *)(uintptr_t)file->header, file->size);
}
