/* fortran.c: the probes as Fortran calls them. Handles are 8-byte integers that a routine saves.
 *
 *     integer(8), save :: region = 0
 *     integer(8) :: frame
 *     call tri_define(region, 1, 'solve', 'solve.f90', 12)
 *     call tri_enter(region, frame)
 *     ...
 *     call tri_leave(frame) */
#include "measure/guard.h"

#include <triptych/probes.h>

#include <stdint.h>
#include <string.h>
#include <sys/mman.h>

#pragma GCC visibility push(default)
void tri_define_(int64_t *region, const int *kind, const char *name, const char *file,
                 const int *line, size_t name_size, size_t file_size);
void tri_enter_(const int64_t *region, int64_t *frame);
void tri_leave_(const int64_t *frame);
void tri_leave_loop_(const int64_t *frame, const int64_t *trips);
void tri_leave_io_(const int64_t *frame, const int *where, const int64_t *bytes);
#pragma GCC visibility pop

static size_t without_blanks(const char *text, size_t size)
{
    while (size && text[size - 1] == ' ')
        size--;
    return size;
}

static int64_t make_region(int kind, const char *name, size_t name_size, const char *file,
                           size_t file_size, int line)
{
    size_t size = sizeof(struct tri_region) + name_size + file_size + 2;
    char *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
        return 0;
    struct tri_region *region = (struct tri_region *)(void *)memory;
    char *name_copy = memory + sizeof *region, *file_copy = name_copy + name_size + 1;
    memcpy(name_copy, name, name_size);
    memcpy(file_copy, file, file_size);
    *region = (struct tri_region){.mode = TRI_NEW,
                                  .kind = (unsigned char)kind,
                                  .line = (unsigned)line,
                                  .end_line = (unsigned)line,
                                  .name = name_copy,
                                  .file = file_copy};
    return (int64_t)(uintptr_t)region;
}

void tri_define_(int64_t *region, const int *kind, const char *name, const char *file,
                 const int *line, size_t name_size, size_t file_size)
{
    if (__atomic_load_n(region, __ATOMIC_ACQUIRE))
        return;
    sigset_t before;
    guard_enter(&before);
    if (!*region)
        __atomic_store_n(region,
                         make_region(*kind, name, without_blanks(name, name_size), file,
                                     without_blanks(file, file_size), *line),
                         __ATOMIC_RELEASE);
    guard_leave(&before);
}

void tri_enter_(const int64_t *region, int64_t *frame)
{
    struct tri_region *known = (struct tri_region *)(uintptr_t)*region;
    *frame = known ? (int64_t)(uintptr_t)tri_enter(known) : 0;
}

void tri_leave_(const int64_t *frame)
{
    if (*frame)
        tri_leave((struct tri_node *)(uintptr_t)*frame);
}

void tri_leave_loop_(const int64_t *frame, const int64_t *trips)
{
    if (*frame)
        tri_leave_loop((struct tri_node *)(uintptr_t)*frame,
                       *trips > 0 ? (unsigned long long)*trips : 0);
}

void tri_leave_io_(const int64_t *frame, const int *where, const int64_t *bytes)
{
    if (*frame)
        tri_leave_io((struct tri_node *)(uintptr_t)*frame, *where, *bytes);
}
