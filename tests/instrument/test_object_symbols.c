/* test_object_symbols.c: the symbols of object files, also of damaged ones. */
#include "instrument/driver/object_symbols.h"

#include <elf.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <setjmp.h>

#include <cmocka.h>

enum { SECTIONS = 6, TEXT = 1, DEBUG = 2, SYMBOLS = 3, STRINGS = 4, RELOCATIONS = 5 };

static const char names[] = "\0mine\0called\0used\0both\0common\0weak\0local\0described";

/* An object for aarch64. */
static struct object {
    Elf64_Ehdr head;
    Elf64_Shdr sections[SECTIONS];
    Elf64_Sym symbols[9];
    Elf64_Rela relocations[4];
    char names[sizeof names];
} object;

/* Returns the offset of a name. */
static unsigned name_of(const char *name)
{
    for (size_t at = 1; at < sizeof names; at += strlen(names + at) + 1) {
        if (!strcmp(names + at, name))
            return (unsigned)at;
    }
    abort();
}

static void add_symbol(unsigned number, const char *name, unsigned bind, unsigned section)
{
    object.symbols[number] = (Elf64_Sym){.st_name = name_of(name),
                                         .st_info = ELF64_ST_INFO(bind, STT_NOTYPE),
                                         .st_shndx = (Elf64_Section)section};
}

static void add_relocation(unsigned number, unsigned symbol, unsigned type)
{
    object.relocations[number] = (Elf64_Rela){.r_info = ELF64_R_INFO((uint64_t)symbol, type)};
}

static void make(void)
{
    object = (struct object){.head = {.e_ident = {0x7f, 'E', 'L', 'F', ELFCLASS64, ELFDATA2LSB, 1},
                                      .e_type = ET_REL,
                                      .e_machine = EM_AARCH64,
                                      .e_shoff = offsetof(struct object, sections),
                                      .e_shentsize = sizeof(Elf64_Shdr),
                                      .e_shnum = SECTIONS}};
    object.sections[TEXT] = (Elf64_Shdr){.sh_type = SHT_PROGBITS, .sh_flags = SHF_ALLOC};
    object.sections[DEBUG] = (Elf64_Shdr){.sh_type = SHT_PROGBITS};
    object.sections[SYMBOLS] = (Elf64_Shdr){.sh_type = SHT_SYMTAB,
                                            .sh_link = STRINGS,
                                            .sh_offset = offsetof(struct object, symbols),
                                            .sh_size = sizeof object.symbols};
    object.sections[STRINGS] = (Elf64_Shdr){.sh_type = SHT_STRTAB,
                                            .sh_offset = offsetof(struct object, names),
                                            .sh_size = sizeof object.names};
    object.sections[RELOCATIONS] = (Elf64_Shdr){.sh_type = SHT_RELA,
                                                .sh_link = SYMBOLS,
                                                .sh_info = TEXT,
                                                .sh_offset = offsetof(struct object, relocations),
                                                .sh_size = sizeof object.relocations};
    memcpy(object.names, names, sizeof names);
    add_symbol(1, "local", STB_LOCAL, TEXT);
    add_symbol(2, "mine", STB_GLOBAL, TEXT);
    add_symbol(3, "called", STB_GLOBAL, SHN_UNDEF);
    add_symbol(4, "used", STB_GLOBAL, SHN_UNDEF);
    add_symbol(5, "both", STB_GLOBAL, SHN_UNDEF);
    add_symbol(6, "common", STB_GLOBAL, SHN_COMMON);
    add_symbol(7, "weak", STB_WEAK, TEXT);
    add_symbol(8, "described", STB_GLOBAL, SHN_UNDEF);
    add_relocation(0, 3, R_AARCH64_CALL26);
    add_relocation(1, 4, R_AARCH64_ADR_GOT_PAGE);
    add_relocation(2, 5, R_AARCH64_JUMP26);
    add_relocation(3, 5, R_AARCH64_ABS64);
}

/* Reads the first bytes of the object, from a file. */
static bool read_object(struct object_symbols *symbols, size_t size)
{
    char path[] = "/tmp/triptych-test-XXXXXX";
    int file = mkstemp(path);
    assert_true(file >= 0);
    assert_int_equal(write(file, &object, size), (ssize_t)size);
    close(file);
    bool good = object_symbols_read(symbols, path);
    unlink(path);
    return good;
}

static void test_symbols(void **state)
{
    (void)state;
    struct object_symbols symbols;
    char text[200] = "";
    make();
    assert_true(read_object(&symbols, sizeof object));
    for (size_t i = 0; i < symbols.count; i++) {
        const struct object_symbol *symbol = &symbols.list[i];
        strcat(text, symbol->name);
        strcat(text, symbol->is_defined ? " defined;" : symbol->is_called ? " called;" : ";");
    }
    assert_string_equal(text, "mine defined;called called;used;both;common;weak;described;");
    object_symbols_free(&symbols);
}

static void test_other_files(void **state)
{
    (void)state;
    struct object_symbols symbols;
    assert_false(object_symbols_read(&symbols, "/nowhere"));
    object_symbols_free(&symbols);
    make();
    object.head.e_machine = EM_RISCV;
    assert_false(read_object(&symbols, sizeof object));
    object_symbols_free(&symbols);
    make();
    object.head.e_type = ET_EXEC;
    assert_false(read_object(&symbols, sizeof object));
    object_symbols_free(&symbols);
}

/* Any part of the file may be missing, or a number be another. */
static void test_damage(void **state)
{
    (void)state;
    struct object_symbols symbols;
    make();
    for (size_t size = 0; size < sizeof object; size += 7) {
        assert_false(read_object(&symbols, size) && size < offsetof(struct object, names));
        object_symbols_free(&symbols);
    }
    for (size_t at = 0; at < sizeof object; at += 3) {
        make();
        ((unsigned char *)&object)[at] ^= 0x81;
        (void)read_object(&symbols, sizeof object);
        for (size_t i = 0; i < symbols.count; i++)
            assert_true(strlen(symbols.list[i].name) < sizeof object);
        object_symbols_free(&symbols);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_symbols),
                                       cmocka_unit_test(test_other_files),
                                       cmocka_unit_test(test_damage)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
