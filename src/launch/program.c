/* program.c: see program.h */
#include "launch/program.h"

#include "format/go.h"
#include "format/kinds.h"
#include "format/mark.h"
#include "launch/symbols.h"
#include "util/memory.h"

#include <fcntl.h>
#include <gelf.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Sanitizers whose libraries refuse to start, or do not work, behind a preloaded library. */
static const struct {
    const char *symbol, *library, *name;
} sanitizers[] = {
    {"__asan_init", "libasan", "AddressSanitizer"},
    {"__tsan_init", "libtsan", "ThreadSanitizer"},
    {"__msan_init", "libmsan", "MemorySanitizer"},
    {"__lsan_init", "liblsan", "LeakSanitizer"},
    {"__hwasan_init", "libhwasan", "HWAddressSanitizer"},
};

/* Functions with which GCC's own tests fail with libomp 14: it aborts, or results are wrong.
 * GOMP_loop_start and its like are for scans, conditional lastprivate and reductions by tasks. */
static const char *const misdone[] = {
    "GOMP_barrier_cancel",    "GOMP_doacross_post",          "GOMP_doacross_ull_post",
    "GOMP_doacross_ull_wait", "GOMP_doacross_wait",          "GOMP_loop_ordered_start",
    "GOMP_loop_start",        "GOMP_loop_ull_ordered_start", "GOMP_loop_ull_start",
    "GOMP_sections2_start",   "GOMP_taskloop_ull",           "GOMP_teams_reg",
    "omp_capture_affinity_",  "omp_pause_resource",          "omp_pause_resource_all",
};

static void see_name(struct launch_program *program, const char *name)
{
    if (name[0] == '_' && name[1] == 'Z')
        return; /* a mangled name: C++ programs have thousands */
    for (size_t i = 0; i < sizeof misdone / sizeof misdone[0]; i++) {
        if (!strcmp(name, misdone[i]))
            program->misdone = misdone[i];
    }
    if (!strcmp(name, "tri_register") || !strcmp(name, "tri_enter_on"))
        program->has_probes = true;
    for (size_t i = 0; i < sizeof sanitizers / sizeof sanitizers[0]; i++) {
        if (!strcmp(name, sanitizers[i].symbol))
            program->sanitizer = sanitizers[i].name;
    }
}

static void see_symbol(void *data, const char *name, const GElf_Sym *symbol)
{
    struct launch_program *program = data;
    see_name(program, name);
    if (symbol->st_shndx != SHN_UNDEF && !strcmp(name, "gomp_team_start"))
        program->has_gomp = true;
}

static void read_needed(struct launch_program *program, Elf *elf, Elf_Scn *section,
                        const GElf_Shdr *header, bool *is_program)
{
    Elf_Data *data = elf_getdata(section, NULL);
    size_t count = data && header->sh_entsize ? header->sh_size / header->sh_entsize : 0;
    for (size_t i = 0; i < count && i <= 0x7fffffff; i++) {
        GElf_Dyn entry;
        if (!gelf_getdyn(data, (int)i, &entry))
            continue;
        if (entry.d_tag == DT_FLAGS_1 && entry.d_un.d_val & DF_1_PIE)
            *is_program = true;
        const char *name =
            entry.d_tag == DT_NEEDED ? elf_strptr(elf, header->sh_link, entry.d_un.d_val) : NULL;
        if (!name)
            continue;
        program->needed = memory_grow(program->needed, &program->needed_room,
                                      program->needed_count + 1, sizeof *program->needed);
        program->needed[program->needed_count++] = memory_string(name);
    }
}

static bool is_mark(Elf *elf, const GElf_Phdr *header)
{
    if (header->p_type != PT_NOTE)
        return false;
    Elf_Data *notes =
        elf_getdata_rawchunk(elf, (int64_t)header->p_offset, header->p_filesz, ELF_T_BYTE);
    return notes && format_mark_is_in(notes->d_buf, notes->d_size, header->p_align);
}

/* Returns whether the program has a dynamic loader, and finds the mark. */
static bool read_segments(struct launch_program *program, Elf *elf)
{
    size_t count = 0;
    bool loader = false;
    elf_getphdrnum(elf, &count);
    for (size_t i = 0; i < count; i++) {
        GElf_Phdr header;
        if (!gelf_getphdr(elf, (int)i, &header))
            continue;
        loader |= header.p_type == PT_INTERP;
        program->is_counted |= is_mark(elf, &header);
    }
    return loader;
}

/* True if the program needs this library, named without ".so" and what follows: "libasan". */
static bool needs(const struct launch_program *program, const char *library)
{
    size_t size = strlen(library);
    for (size_t i = 0; i < program->needed_count; i++) {
        if (!strncmp(program->needed[i], library, size) &&
            !strncmp(program->needed[i] + size, ".so", 3))
            return true;
    }
    return false;
}

static bool is_of_go(Elf *elf, const GElf_Shdr *header)
{
    size_t names;
    const char *name =
        elf_getshdrstrndx(elf, &names) ? NULL : elf_strptr(elf, names, header->sh_name);
    return name && format_is_section_of_go(name);
}

/* Reads an ELF file. A library has no dynamic loader either: `is_program` tells it from a static
 * program.
 */
static void read_elf(struct launch_program *program, Elf *elf, bool is_program)
{
    bool loader = read_segments(program, elf);
    for (Elf_Scn *section = NULL; (section = elf_nextscn(elf, section));) {
        GElf_Shdr header;
        if (!gelf_getshdr(section, &header))
            continue;
        if (header.sh_type == SHT_DYNSYM || header.sh_type == SHT_SYMTAB)
            launch_symbols_each(elf, section, &header, see_symbol, program);
        if (header.sh_type == SHT_DYNAMIC)
            read_needed(program, elf, section, &header, &is_program);
        program->is_go |= is_of_go(elf, &header);
    }
    if (loader && !(program->is_go && !program->needed_count))
        program->kind = PROGRAM_DYNAMIC;
    else if (loader || is_program)
        program->kind = PROGRAM_STATIC;
    for (size_t i = 0; i < sizeof sanitizers / sizeof sanitizers[0]; i++) {
        if (needs(program, sanitizers[i].library))
            program->sanitizer = sanitizers[i].name;
    }
}

static void read_file(struct launch_program *program, int fd)
{
    char magic[4] = {0};
    if (pread(fd, magic, sizeof magic, 0) < 2)
        return;
    if (magic[0] == '#' && magic[1] == '!') {
        program->kind = PROGRAM_SCRIPT;
        return;
    }
    if (memcmp(magic, ELFMAG, SELFMAG) != 0 || elf_version(EV_CURRENT) == EV_NONE)
        return;
    Elf *elf = elf_begin(fd, ELF_C_READ_MMAP, NULL);
    GElf_Ehdr header;
    if (elf && gelf_getehdr(elf, &header) && (header.e_type == ET_EXEC || header.e_type == ET_DYN))
        read_elf(program, elf, header.e_type == ET_EXEC);
    elf_end(elf);
}

/* A file that was read, and how it was then. */
struct known {
    struct stat status;
    struct launch_program program; /* PROGRAM_NONE: it cannot be run */
    struct known *next;
};

/* A command's programs are asked for several times before it is started. */
static struct known *known_files;

static bool is_same(const struct stat *a, const struct stat *b)
{
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino && a->st_size == b->st_size &&
           a->st_mtim.tv_sec == b->st_mtim.tv_sec && a->st_mtim.tv_nsec == b->st_mtim.tv_nsec &&
           a->st_ctim.tv_sec == b->st_ctim.tv_sec && a->st_ctim.tv_nsec == b->st_ctim.tv_nsec;
}

/* Reads a file, or finds what was read of it. What was read stays, since it may be in use. */
static const struct launch_program *read_known(const char *path, int fd, const struct stat *status)
{
    for (struct known *each = known_files; each; each = each->next) {
        if (is_same(&each->status, status) && !strcmp(each->program.path, path))
            return &each->program;
    }
    struct known *made = memory_zeroed(1, sizeof *made);
    made->status = *status;
    made->program.path = memory_string(path);
    read_file(&made->program, fd);
    made->next = known_files;
    known_files = made;
    return &made->program;
}

/* Returns an executable file; NULL if it is none. */
static const struct launch_program *program_read(const char *path)
{
    struct stat status;
    int fd = access(path, X_OK) == 0 && stat(path, &status) == 0 && S_ISREG(status.st_mode)
                 ? open(path, O_RDONLY | O_CLOEXEC)
                 : -1;
    if (fd < 0)
        return NULL;
    const struct launch_program *program =
        fstat(fd, &status) == 0 ? read_known(path, fd, &status) : NULL;
    close(fd);
    return program && program->kind != PROGRAM_NONE ? program : NULL;
}

/* Returns the program that execvp() would find in PATH; NULL: none. */
static const struct launch_program *read_by_path(const char *name)
{
    const char *folders = getenv("PATH");
    while (folders && *folders) {
        size_t size = strcspn(folders, ":");
        char *path =
            size ? memory_printf("%.*s/%s", (int)size, folders, name) : memory_string(name);
        bool is_there = access(path, X_OK) == 0;
        const struct launch_program *read = is_there ? program_read(path) : NULL;
        free(path);
        if (is_there)
            return read;
        folders += size;
        folders += *folders == ':';
    }
    return NULL;
}

void launch_program_each(char **command,
                         void (*see)(const struct launch_program *program, void *data), void *data)
{
    for (char **word = command; *word; word++) {
        bool by_path = word == command && !strchr(*word, '/');
        const struct launch_program *program = !**word   ? NULL
                                               : by_path ? read_by_path(*word)
                                                         : program_read(*word);
        if (program)
            see(program, data);
    }
}

static bool is_launcher(const char *word)
{
    const char *slash = strrchr(word, '/');
    return format_is_launcher(slash ? slash + 1 : word);
}

static bool is_executable(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISREG(status.st_mode) && access(path, X_OK) == 0;
}

size_t launch_program_word(char **command)
{
    size_t i = 0;
    if (!is_launcher(command[0]))
        return 0;
    while (command[i] && (is_launcher(command[i]) || !is_executable(command[i])))
        i++;
    return command[i] ? i : 0;
}
