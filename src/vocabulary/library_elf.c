/* library_elf.c: writes the ELF file of a library of jumps: see library.h.
 *
 * The file has two parts that are mapped: headers, symbols and code, which are only read, and
 * the dynamic section, the address of the collector and the data, which are written to, too. */
#include "vocabulary/library.h"

#include "format/doors.h"
#include "util/memory.h"
#include "vocabulary/library_hash.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>

enum {
    PAGE = 0x10000, /* the largest page of both machines */
    STUB = 24,      /* bytes of a jump */
    HEADERS = 4,
    DYNAMIC = 11,
    UNDEFINED = 2, /* symbols: none, the collector's function */
    EXPORTS = 1,   /* symbols behind those of the functions: the data */
};

/* Where everything is: offsets in the file, which below `data_at` are addresses, too. */
struct layout {
    size_t symbols, names, names_size, hash, relocation, code, code_end;
    size_t dynamic, slot, data, end; /* offsets */
    uint64_t shift;                  /* addresses of these are so much larger */
};

static size_t up(size_t value, size_t to)
{
    return (value + to - 1) / to * to;
}

static void put(struct buffer *to, const void *bytes, size_t size)
{
    buffer_add_bytes(to, bytes, size);
}

static void fill(struct buffer *to, size_t start, size_t offset)
{
    static const char zeros[64];
    while (to->used - start < offset) {
        size_t more = offset - (to->used - start);
        put(to, zeros, more < sizeof zeros ? more : sizeof zeros);
    }
}

static struct layout lay_out(const struct vocabulary_symbol *symbols, size_t count,
                             const struct buffer *data)
{
    struct layout at = {.symbols = sizeof(Elf64_Ehdr) + HEADERS * sizeof(Elf64_Phdr)};
    at.names_size = 1 + sizeof VOCABULARY_HANDLER + sizeof FORMAT_DOORS_DATA;
    for (size_t i = 0; i < count; i++)
        at.names_size += strlen(symbols[i].name) + 1;
    at.names = at.symbols + (UNDEFINED + count + EXPORTS) * sizeof(Elf64_Sym);
    at.hash = up(at.names + at.names_size, 8);
    at.relocation = up(at.hash + vocabulary_hash_size(count + EXPORTS), 8);
    at.code = up(at.relocation + sizeof(Elf64_Rela), 16);
    at.code_end = at.code + count * STUB;
    at.dynamic = up(at.code_end, 16);
    at.slot = at.dynamic + DYNAMIC * sizeof(Elf64_Dyn);
    at.data = at.slot + 16;
    at.end = at.data + data->used;
    at.shift = PAGE;
    return at;
}

static void write_headers(struct buffer *to, const struct layout *at,
                          enum vocabulary_machine machine)
{
    Elf64_Ehdr head = {
        .e_ident = {ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3, ELFCLASS64, ELFDATA2LSB, EV_CURRENT},
        .e_type = ET_DYN,
        .e_machine = machine == VOCABULARY_X86_64 ? EM_X86_64 : EM_AARCH64,
        .e_version = EV_CURRENT,
        .e_phoff = sizeof head,
        .e_ehsize = sizeof head,
        .e_phentsize = sizeof(Elf64_Phdr),
        .e_phnum = HEADERS,
    };
    const uint64_t written = at->dynamic + at->shift;
    const Elf64_Phdr parts[HEADERS] = {
        {.p_type = PT_LOAD,
         .p_flags = PF_R | PF_X,
         .p_filesz = at->code_end,
         .p_memsz = at->code_end,
         .p_align = PAGE},
        {.p_type = PT_LOAD,
         .p_flags = PF_R | PF_W,
         .p_offset = at->dynamic,
         .p_vaddr = written,
         .p_paddr = written,
         .p_filesz = at->end - at->dynamic,
         .p_memsz = at->end - at->dynamic,
         .p_align = PAGE},
        {.p_type = PT_DYNAMIC,
         .p_flags = PF_R | PF_W,
         .p_offset = at->dynamic,
         .p_vaddr = written,
         .p_paddr = written,
         .p_filesz = at->slot - at->dynamic,
         .p_memsz = at->slot - at->dynamic,
         .p_align = 8},
        {.p_type = PT_GNU_STACK, .p_flags = PF_R | PF_W, .p_align = 16},
    };
    put(to, &head, sizeof head);
    put(to, parts, sizeof parts);
}

/* Returns what the library defines, in the order of its table of symbols. */
static struct vocabulary_export *list_exports(const struct layout *at,
                                              const struct vocabulary_symbol *symbols, size_t count)
{
    struct vocabulary_export *exports = memory_zeroed(count + EXPORTS, sizeof *exports);
    for (size_t i = 0; i < count; i++)
        exports[i] = (struct vocabulary_export){
            .name = symbols[i].name,
            .type = STT_FUNC,
            .value = at->code + i * STUB,
            .size = STUB,
        };
    exports[count] = (struct vocabulary_export){
        .name = FORMAT_DOORS_DATA,
        .type = STT_OBJECT,
        .value = at->data + at->shift,
        .size = at->end - at->data,
    };
    vocabulary_hash_sort(exports, count + EXPORTS);
    return exports;
}

/* Writes the symbols and their names. */
static void write_symbols(struct buffer *to, const struct vocabulary_export *exports, size_t count)
{
    Elf64_Sym symbol = {0};
    put(to, &symbol, sizeof symbol);
    symbol.st_name = 1;
    symbol.st_info = ELF64_ST_INFO(STB_GLOBAL, STT_NOTYPE);
    put(to, &symbol, sizeof symbol);
    size_t name = 1 + sizeof VOCABULARY_HANDLER;
    for (size_t i = 0; i < count; i++) {
        symbol = (Elf64_Sym){
            .st_name = (Elf64_Word)name,
            .st_info = ELF64_ST_INFO(STB_GLOBAL, exports[i].type),
            .st_shndx = 1, /* there are no sections, but it is defined */
            .st_value = exports[i].value,
            .st_size = exports[i].size,
        };
        put(to, &symbol, sizeof symbol);
        name += strlen(exports[i].name) + 1;
    }
    put(to, "", 1);
    put(to, VOCABULARY_HANDLER, sizeof VOCABULARY_HANDLER);
    for (size_t i = 0; i < count; i++)
        put(to, exports[i].name, strlen(exports[i].name) + 1);
}

static void write_words(struct buffer *to, const uint32_t *words, size_t count)
{
    put(to, words, count * sizeof *words);
}

/* Returns `adrp register, target` for the instruction at `at`. */
static uint32_t adrp(unsigned number, uint64_t at, uint64_t target)
{
    uint32_t pages = (uint32_t)((int64_t)(target >> 12) - (int64_t)(at >> 12));
    return UINT32_C(0x90000000) | (pages & 3) << 29 | (pages >> 2 & 0x7ffff) << 5 | number;
}

/* x16 = function; x17 = collector; a jump through these two is allowed everywhere. */
static void write_stub_aarch64(struct buffer *to, uint64_t at, uint64_t function, uint64_t slot)
{
    const uint32_t words[STUB / 4] = {
        0xd503245f, /* bti c */
        adrp(16, at + 4, function),
        UINT32_C(0x91000210) | (uint32_t)(function & 0xfff) << 10, /* add x16, x16, #low */
        adrp(17, at + 12, slot),
        UINT32_C(0xf9400231) | (uint32_t)(slot & 0xfff) / 8 << 10, /* ldr x17, [x17, #low] */
        0xd61f0220,                                                /* br x17 */
    };
    write_words(to, words, STUB / 4);
}

/* r11 = function; jumps to the collector. */
static void write_stub_x86_64(struct buffer *to, uint64_t at, uint64_t function, uint64_t slot)
{
    unsigned char bytes[STUB] = {
        0xf3, 0x0f, 0x1e, 0xfa,                /* endbr64 */
        0x4c, 0x8d, 0x1d, 0,    0,    0,    0, /* lea r11, [rip + function] */
        0xff, 0x25, 0,    0,    0,    0,       /* jmp [rip + slot] */
        0xcc, 0xcc, 0xcc, 0xcc, 0xcc, 0xcc, 0xcc,
    };
    uint32_t first = (uint32_t)(function - (at + 11)), second = (uint32_t)(slot - (at + 17));
    memcpy(bytes + 7, &first, sizeof first);
    memcpy(bytes + 13, &second, sizeof second);
    put(to, bytes, sizeof bytes);
}

static void write_dynamic(struct buffer *to, const struct layout *at)
{
    const Elf64_Dyn entries[DYNAMIC] = {
        {DT_GNU_HASH, {at->hash}},
        {DT_STRTAB, {at->names}},
        {DT_SYMTAB, {at->symbols}},
        {DT_STRSZ, {at->names_size}},
        {DT_SYMENT, {sizeof(Elf64_Sym)}},
        {DT_RELA, {at->relocation}},
        {DT_RELASZ, {sizeof(Elf64_Rela)}},
        {DT_RELAENT, {sizeof(Elf64_Rela)}},
        {DT_FLAGS, {DF_BIND_NOW}},
        {DT_FLAGS_1, {DF_1_NOW | DF_1_NODELETE}},
        {DT_NULL, {0}},
    };
    put(to, entries, sizeof entries);
}

void vocabulary_library_write(const struct vocabulary_symbol *symbols, size_t count,
                              const struct buffer *data, enum vocabulary_machine machine,
                              struct buffer *to)
{
    const struct layout at = lay_out(symbols, count, data);
    const size_t start = to->used;
    const uint64_t slot = at.slot + at.shift;
    const bool is_x86_64 = machine == VOCABULARY_X86_64;
    const Elf64_Rela relocation = {
        .r_offset = slot,
        .r_info = ELF64_R_INFO(1, is_x86_64 ? R_X86_64_GLOB_DAT : R_AARCH64_GLOB_DAT),
    };
    struct vocabulary_export *exports = list_exports(&at, symbols, count);
    write_headers(to, &at, machine);
    write_symbols(to, exports, count + EXPORTS);
    fill(to, start, at.hash);
    vocabulary_hash_write(exports, count + EXPORTS, UNDEFINED, to);
    free(exports);
    fill(to, start, at.relocation);
    put(to, &relocation, sizeof relocation);
    fill(to, start, at.code);
    for (size_t i = 0; i < count; i++) {
        uint64_t here = at.code + i * STUB, function = at.data + at.shift + symbols[i].function;
        if (is_x86_64)
            write_stub_x86_64(to, here, function, slot);
        else
            write_stub_aarch64(to, here, function, slot);
    }
    fill(to, start, at.dynamic);
    write_dynamic(to, &at);
    fill(to, start, at.data);
    put(to, data->text, data->used);
}
