/* module.c: see module.h */
#include "archive/module.h"

#include "util/memory.h"

#include <elfutils/libdwfl.h>
#include <fcntl.h>
#include <gelf.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

struct range {
    uint64_t start, end;
    Dwarf_Off unit; /* of its DIE */
};

struct module {
    Dwfl *dwfl;
    Dwfl_Module *module;
    Elf *elf;
    GElf_Addr elf_bias;
    Dwarf *dwarf; /* NULL: none */
    Dwarf_Addr dwarf_bias;
    bool has_symbols, has_ranges; /* they were looked for */
    struct module_symbol *symbols;
    size_t symbol_count, symbol_room;
    struct range *ranges;
    size_t range_count, range_room;
};

/* Only what is on this machine: a report is not to wait for a server of debugging information. */
static const Dwfl_Callbacks callbacks = {
    .find_elf = dwfl_build_id_find_elf,
    .find_debuginfo = dwfl_build_id_find_debuginfo,
    .section_address = dwfl_offline_section_address,
};

/* A regular file that was not changed after the program had started. */
static int open_file(const char *path, uint64_t newest)
{
    struct stat facts;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (fd < 0)
        return -1;
    bool good = !fstat(fd, &facts) && S_ISREG(facts.st_mode);
    uint64_t changed = 0;
    if (good && facts.st_mtim.tv_sec > 0)
        changed = (uint64_t)facts.st_mtim.tv_sec * 1000000000 + (uint64_t)facts.st_mtim.tv_nsec;
    if (good && changed <= newest)
        return fd;
    close(fd);
    return -1;
}

struct module *module_open(const char *path, uint64_t newest)
{
    int fd = open_file(path, newest);
    if (fd < 0)
        return NULL;
    struct module *module = memory_zeroed(1, sizeof *module);
    module->dwfl = dwfl_begin(&callbacks);
    if (module->dwfl) {
        dwfl_report_begin(module->dwfl);
        module->module = dwfl_report_elf(module->dwfl, "module", path, fd, 0, true);
        dwfl_report_end(module->dwfl, NULL, NULL);
    }
    if (!module->module) {
        close(fd); /* it is dwfl's only when that was successful */
        module_close(module);
        return NULL;
    }
    module->elf = dwfl_module_getelf(module->module, &module->elf_bias);
    if (!module->elf) {
        module_close(module);
        return NULL;
    }
    module->dwarf = dwfl_module_getdwarf(module->module, &module->dwarf_bias);
    return module;
}

void module_close(struct module *module)
{
    if (!module)
        return;
    if (module->dwfl)
        dwfl_end(module->dwfl);
    free(module->symbols);
    free(module->ranges);
    free(module);
}

unsigned module_machine(const struct module *module)
{
    GElf_Ehdr header;
    return gelf_getehdr(module->elf, &header) ? header.e_machine : 0;
}

bool module_is_code(const struct module *module, uint64_t at)
{
    size_t count = 0;
    GElf_Phdr part;
    if (elf_getphdrnum(module->elf, &count))
        return false;
    for (size_t i = 0; i < count; i++) {
        if (gelf_getphdr(module->elf, (int)i, &part) && part.p_type == PT_LOAD &&
            part.p_flags & PF_X && at >= part.p_vaddr && at - part.p_vaddr < part.p_memsz)
            return true;
    }
    return false;
}

static int by_start(const void *a, const void *b)
{
    const struct module_symbol *left = a, *right = b;
    if (left->start != right->start)
        return left->start < right->start ? -1 : 1;
    return left->size < right->size ? -1 : left->size > right->size;
}

static void find_symbols(struct module *module)
{
    int count = dwfl_module_getsymtab(module->module);
    module->has_symbols = true;
    for (int i = 1; i < count; i++) {
        GElf_Sym symbol;
        GElf_Addr start;
        const char *name =
            dwfl_module_getsym_info(module->module, i, &symbol, &start, NULL, NULL, NULL);
        int type = GELF_ST_TYPE(symbol.st_info);
        bool wanted = type == STT_FUNC || type == STT_OBJECT || type == STT_GNU_IFUNC;
        if (!name || !*name || !wanted || symbol.st_shndx == SHN_UNDEF)
            continue;
        module->symbols = memory_grow(module->symbols, &module->symbol_room,
                                      module->symbol_count + 1, sizeof *module->symbols);
        module->symbols[module->symbol_count++] =
            (struct module_symbol){start - module->elf_bias, symbol.st_size, name};
    }
    if (module->symbol_count)
        qsort(module->symbols, module->symbol_count, sizeof *module->symbols, by_start);
}

const struct module_symbol *module_symbol(struct module *module, uint64_t at)
{
    if (!module->has_symbols)
        find_symbols(module);
    size_t low = 0, high = module->symbol_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (module->symbols[middle].start <= at)
            low = middle + 1;
        else
            high = middle;
    }
    const struct module_symbol *symbol = low ? &module->symbols[low - 1] : NULL;
    return symbol && (at - symbol->start < symbol->size || at == symbol->start) ? symbol : NULL;
}

static int by_range(const void *a, const void *b)
{
    const struct range *left = a, *right = b;
    return left->start < right->start ? -1 : left->start > right->start;
}

/* Of all units: not every compiler writes .debug_aranges. */
static void find_ranges(struct module *module)
{
    Dwarf_CU *unit = NULL;
    Dwarf_Die die;
    module->has_ranges = true;
    while (!dwarf_get_units(module->dwarf, unit, &unit, NULL, NULL, &die, NULL)) {
        Dwarf_Addr base, start, end;
        ptrdiff_t at = 0;
        while ((at = dwarf_ranges(&die, at, &base, &start, &end)) > 0) {
            if (start >= end)
                continue;
            module->ranges = memory_grow(module->ranges, &module->range_room,
                                         module->range_count + 1, sizeof *module->ranges);
            module->ranges[module->range_count++] =
                (struct range){start, end, dwarf_dieoffset(&die)};
        }
    }
    if (module->range_count)
        qsort(module->ranges, module->range_count, sizeof *module->ranges, by_range);
}

bool module_unit(struct module *module, uint64_t at, Dwarf_Die *unit, Dwarf_Addr *bias)
{
    if (!module->dwarf)
        return false;
    if (!module->has_ranges)
        find_ranges(module);
    *bias = module->dwarf_bias;
    uint64_t pc = at - *bias;
    size_t low = 0, high = module->range_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (module->ranges[middle].start <= pc)
            low = middle + 1;
        else
            high = middle;
    }
    return low && pc < module->ranges[low - 1].end &&
           dwarf_offdie(module->dwarf, module->ranges[low - 1].unit, unit);
}
