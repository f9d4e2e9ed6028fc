/* described.c: see described.h */
#include "loops/door/described.h"

#include "format/vocabulary.h"
#include "loops/binary/binary_file.h"
#include "util/memory.h"

#include <fcntl.h>
#include <gelf.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { STEP = 8 }; /* alignment of the table in the library */

static int by_symbol(const void *a, const void *b)
{
    const struct door_described *left = a, *right = b;
    return strcmp(left->symbol, right->symbol);
}

static bool map_file(struct door_table *table, const char *path, struct error *error)
{
    struct stat status;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    bool there = fd >= 0 && fstat(fd, &status) == 0 && S_ISREG(status.st_mode) && status.st_size;
    void *bytes =
        there ? mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, fd, 0) : MAP_FAILED;
    if (fd >= 0)
        close(fd);
    if (bytes == MAP_FAILED)
        return error_errno(error, "%s cannot be read", path);
    table->bytes = bytes;
    table->size = (size_t)status.st_size;
    return true;
}

/* Returns the table of functions inside the library; NULL if there is none. */
static const struct format_vocabulary_data *find_data(const struct door_table *table)
{
    const char *bytes = table->bytes;
    for (size_t at = 0; at + sizeof(struct format_vocabulary_data) <= table->size; at += STEP) {
        const struct format_vocabulary_data *data = (const void *)(bytes + at);
        if (data->magic == FORMAT_VOCABULARY_MAGIC && data->version == FORMAT_VOCABULARY_VERSION &&
            data->size <= table->size - at && data->functions <= data->size &&
            data->function_count <=
                (data->size - data->functions) / sizeof(struct format_vocabulary_function))
            return data;
    }
    return NULL;
}

/* Returns a text of the table; NULL if it does not end inside. */
static const char *text_at(const struct format_vocabulary_data *data, uint32_t offset)
{
    const char *text = (const char *)data + offset;
    return offset < data->size && memchr(text, 0, data->size - offset) ? text : NULL;
}

bool door_table_read(struct door_table *table, const char *library, struct error *error)
{
    *table = (struct door_table){.is_stripped = true};
    if (!map_file(table, library, error))
        return false;
    const struct format_vocabulary_data *data = find_data(table);
    if (!data)
        return error_set(error, "%s is no library of described functions", library);
    const struct format_vocabulary_function *functions =
        format_vocabulary_at(data, data->functions);
    table->all = memory_zeroed(data->function_count + 1, sizeof *table->all);
    for (uint32_t i = 0; i < data->function_count; i++) {
        const char *symbol = text_at(data, functions[i].symbol);
        if (symbol)
            table->all[table->count++] =
                (struct door_described){.symbol = symbol,
                                        .number = i,
                                        .is_called = functions[i].is_called,
                                        .is_variable = functions[i].is_variable};
    }
    qsort(table->all, table->count, sizeof *table->all, by_symbol);
    return true;
}

void door_table_free(struct door_table *table)
{
    if (table->bytes)
        munmap(table->bytes, table->size);
    free(table->all);
    free(table->starts);
}

static struct door_described *find(const struct door_table *table, const char *symbol)
{
    const struct door_described key = {.symbol = symbol};
    return table->count ? bsearch(&key, table->all, table->count, sizeof key, by_symbol) : NULL;
}

/* Finds the function that a name with a suffix of the compiler stands for: f.constprop.0. The
 * suffix of link-time optimisation only makes a name unique. */
static void find_variant(struct door_table *table, const char *name, const GElf_Sym *symbol)
{
    static const char same[] = ".lto_priv.";
    static const char *const others[] = {".constprop.", ".isra.", ".part."};
    const char *dot = strchr(*name == '.' ? name + 1 : name, '.');
    if (!dot)
        return;
    char *plain = memory_printf("%.*s", (int)(dot - name), name);
    struct door_described *found = find(table, plain);
    free(plain);
    for (size_t i = 0; found && i < sizeof others / sizeof others[0]; i++) {
        if (!strncmp(dot, others[i], strlen(others[i])))
            found->clone = name;
    }
    if (found && !found->start && !strncmp(dot, same, strlen(same))) {
        found->start = symbol->st_value;
        found->end = symbol->st_value + symbol->st_size;
    }
}

static void note(struct door_table *table, const char *name, const GElf_Sym *symbol)
{
    bool is_global = GELF_ST_BIND(symbol->st_info) != STB_LOCAL;
    struct door_described *found = find(table, name);
    if (!found) {
        find_variant(table, name, symbol);
        return;
    }
    found->is_chosen |= GELF_ST_TYPE(symbol->st_info) == STT_GNU_IFUNC;
    if (found->start && found->start != symbol->st_value && !found->is_global && !is_global)
        found->is_double = true;
    if (found->start && (found->is_global || !is_global))
        return;
    found->is_global = is_global;
    found->is_double &= !is_global;
    found->start = symbol->st_value;
    found->end = symbol->st_value + symbol->st_size;
}

static void note_variable(struct door_table *table, const char *name, const GElf_Sym *symbol)
{
    struct door_described *found = name ? find(table, name) : NULL;
    if (found && found->is_variable)
        found->start = symbol->st_value;
}

static void see(struct door_table *table, const struct loops_binary *binary, Elf_Scn *section,
                const GElf_Shdr *header)
{
    Elf_Data *data = elf_getdata(section, NULL);
    size_t count = header->sh_entsize ? header->sh_size / header->sh_entsize : 0;
    for (size_t i = 0; data && i < count; i++) {
        GElf_Sym symbol;
        if (!gelf_getsym(data, (int)i, &symbol))
            break;
        int type = GELF_ST_TYPE(symbol.st_info);
        if (type == STT_OBJECT && symbol.st_shndx != SHN_UNDEF && symbol.st_value)
            note_variable(table, elf_strptr(binary->file->elf, header->sh_link, symbol.st_name),
                          &symbol);
        const struct loops_binary_part *part = loops_binary_part_at(binary, symbol.st_value);
        if ((type != STT_FUNC && type != STT_GNU_IFUNC) || symbol.st_shndx == SHN_UNDEF ||
            !symbol.st_value || !part || !part->is_code)
            continue;
        table->starts = memory_grow(table->starts, &table->start_room, table->start_count + 1,
                                    sizeof *table->starts);
        table->starts[table->start_count++] = symbol.st_value;
        const char *name = elf_strptr(binary->file->elf, header->sh_link, symbol.st_name);
        if (name && *name)
            note(table, name, &symbol);
    }
}

static int by_address(const void *a, const void *b)
{
    uint64_t left = *(const uint64_t *)a, right = *(const uint64_t *)b;
    return left < right ? -1 : left > right;
}

void door_table_find(struct door_table *table, const struct loops_binary *binary)
{
    for (Elf_Scn *section = NULL; (section = elf_nextscn(binary->file->elf, section));) {
        GElf_Shdr header;
        if (!gelf_getshdr(section, &header) ||
            (header.sh_type != SHT_SYMTAB && header.sh_type != SHT_DYNSYM))
            continue;
        table->is_stripped &= header.sh_type != SHT_SYMTAB;
        see(table, binary, section, &header);
    }
    if (table->start_count)
        qsort(table->starts, table->start_count, sizeof *table->starts, by_address);
    for (size_t i = 0; i < table->count; i++) {
        struct door_described *one = &table->all[i];
        if (one->start && one->end <= one->start) /* assembler code without a size */
            one->end = door_table_next(table, one->start);
    }
}

uint64_t door_table_next(const struct door_table *table, uint64_t address)
{
    size_t low = 0, high = table->start_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (table->starts[middle] <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low < table->start_count ? table->starts[low] : UINT64_MAX;
}
