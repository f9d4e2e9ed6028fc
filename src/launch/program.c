/* program.c: see program.h */
#include "launch/program.h"

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
    }
    if (loader)
        program->kind = PROGRAM_DYNAMIC;
    else if (is_program)
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

static void program_free(struct launch_program *program)
{
    for (size_t i = 0; i < program->needed_count; i++)
        free(program->needed[i]);
    free(program->needed);
    free(program->path);
}

/* Reads an executable file. Returns false if it is none; then nothing is to be freed. */
static bool program_read(const char *path, struct launch_program *program)
{
    struct stat status;
    *program = (struct launch_program){0};
    if (access(path, X_OK) != 0 || stat(path, &status) != 0 || !S_ISREG(status.st_mode))
        return false;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return false;
    read_file(program, fd);
    close(fd);
    if (program->kind == PROGRAM_NONE) {
        program_free(program);
        return false;
    }
    program->path = memory_string(path);
    return true;
}

/* Reads the program that execvp() would find in PATH. */
static bool read_by_path(const char *name, struct launch_program *program)
{
    const char *folders = getenv("PATH");
    while (folders && *folders) {
        size_t size = strcspn(folders, ":");
        char *path =
            size ? memory_printf("%.*s/%s", (int)size, folders, name) : memory_string(name);
        bool is_there = access(path, X_OK) == 0, read = is_there && program_read(path, program);
        free(path);
        if (is_there)
            return read;
        folders += size;
        folders += *folders == ':';
    }
    return false;
}

void launch_program_each(char **command,
                         void (*see)(const struct launch_program *program, void *data), void *data)
{
    for (char **word = command; *word; word++) {
        struct launch_program program;
        bool by_path = word == command && !strchr(*word, '/');
        if (!**word || !(by_path ? read_by_path(*word, &program) : program_read(*word, &program)))
            continue;
        see(&program, data);
        program_free(&program);
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
