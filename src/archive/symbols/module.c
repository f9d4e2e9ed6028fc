/* module.c: see module.h */
#include "archive/symbols/module.h"

#include "format/hash.h"
#include "util/buffer.h"
#include "util/memory.h"

#include <elfutils/libdwfl.h>
#include <fcntl.h>
#include <gelf.h>
#include <inttypes.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LONGEST_ID = 32 }; /* bytes of a build id that are used in a name */

struct module {
    Dwfl *dwfl;
    Dwfl_Module *module;
    Elf *elf;
    GElf_Addr elf_bias;
    uint64_t size, changed;         /* of the file: bytes, ns since 1970 */
    uint64_t path;                  /* hash of its path */
    struct module_symbols *symbols; /* NULL: not asked for yet */
};

/* Only local files are searched: a report must not wait for a debuginfo server. */
static const Dwfl_Callbacks callbacks = {
    .find_elf = dwfl_build_id_find_elf,
    .find_debuginfo = dwfl_build_id_find_debuginfo,
    .section_address = dwfl_offline_section_address,
};

/* Opens a regular file that was not changed after the program had started; -1 otherwise. */
static int open_file(const char *path, uint64_t newest, struct module *module)
{
    struct stat facts;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (fd < 0)
        return -1;
    bool good = !fstat(fd, &facts) && S_ISREG(facts.st_mode);
    if (good && facts.st_mtim.tv_sec > 0)
        module->changed =
            (uint64_t)facts.st_mtim.tv_sec * 1000000000 + (uint64_t)facts.st_mtim.tv_nsec;
    if (good && module->changed <= newest) {
        module->size = (uint64_t)facts.st_size;
        return fd;
    }
    close(fd);
    return -1;
}

struct module *module_open(const char *path, uint64_t newest)
{
    struct module *module = memory_zeroed(1, sizeof *module);
    int fd = open_file(path, newest, module);
    if (fd < 0) {
        free(module);
        return NULL;
    }
    module->path = format_hash_text(path);
    module->dwfl = dwfl_begin(&callbacks);
    if (module->dwfl) {
        dwfl_report_begin(module->dwfl);
        module->module = dwfl_report_elf(module->dwfl, "module", path, fd, 0, true);
        dwfl_report_end(module->dwfl, NULL, NULL);
    }
    if (!module->module) {
        close(fd); /* dwfl owns it only on success */
        module_close(module);
        return NULL;
    }
    module->elf = dwfl_module_getelf(module->module, &module->elf_bias);
    if (!module->elf) {
        module_close(module);
        return NULL;
    }
    return module;
}

void module_close(struct module *module)
{
    if (!module)
        return;
    module_symbols_free(module->symbols);
    if (module->dwfl)
        dwfl_end(module->dwfl);
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

const uint8_t *module_bytes(const struct module *module, uint64_t at, size_t size)
{
    size_t count = 0, file_size = 0;
    GElf_Phdr part;
    const char *file = elf_rawfile(module->elf, &file_size);
    if (!file || elf_getphdrnum(module->elf, &count))
        return NULL;
    for (size_t i = 0; i < count; i++) {
        if (!gelf_getphdr(module->elf, (int)i, &part) || part.p_type != PT_LOAD ||
            at < part.p_vaddr || at - part.p_vaddr >= part.p_filesz ||
            size > part.p_filesz - (at - part.p_vaddr))
            continue;
        uint64_t offset = part.p_offset + (at - part.p_vaddr);
        return offset <= file_size && size <= file_size - offset ? (const uint8_t *)file + offset
                                                                 : NULL;
    }
    return NULL;
}

bool module_symbol(struct module *module, uint64_t at, struct module_symbol *to)
{
    if (!module->symbols)
        module->symbols = module_symbols_new(module->module, module->elf, module->elf_bias);
    return module_symbols_find(module->symbols, at, to);
}

Dwarf *module_dwarf(struct module *module, Dwarf_Addr *bias)
{
    return dwfl_module_getdwarf(module->module, bias);
}

char *module_kept_name(const struct module *module, const char *what)
{
    const unsigned char *id;
    GElf_Addr at;
    struct buffer name = {0};
    int size = dwfl_module_build_id(module->module, &id, &at);
    buffer_printf(&name, "%s-", what);
    for (int i = 0; i < size && i < LONGEST_ID; i++)
        buffer_printf(&name, "%02x", id[i]);
    if (size <= 0)
        buffer_printf(&name, "%" PRIx64 "-%" PRIx64, module->path, module->changed);
    buffer_printf(&name, "-%" PRIx64, module->size);
    return buffer_take(&name);
}
