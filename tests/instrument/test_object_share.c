/* test_object_share.c: variables of modules that two objects share, also in damaged objects. */
#include "instrument/driver/object_share.h"

#include "instrument/driver/object_file.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <setjmp.h>

#include <cmocka.h>

enum { TEXT = 1, DATA, SYMBOLS, STRINGS, OF_TEXT, OF_DATA, SECTIONS };
enum { SECTION = 1, VARIABLE, PROCEDURE, OUTSIDE, SYMBOL_COUNT };

static const char names[] = "\0__m_MOD_v\0__m_MOD_p\0free";

/* An object for aarch64: a procedure refers to a variable, which is a pointer. */
static struct object {
    Elf64_Ehdr head;
    Elf64_Shdr sections[SECTIONS];
    Elf64_Sym symbols[SYMBOL_COUNT];
    Elf64_Rela of_text[1], of_data[1];
    char names[sizeof names];
} object;

static void set_symbol(unsigned number, unsigned name, unsigned bind, unsigned type,
                       unsigned section)
{
    object.symbols[number] = (Elf64_Sym){.st_name = name,
                                         .st_info = ELF64_ST_INFO(bind, type),
                                         .st_shndx = (Elf64_Section)section,
                                         .st_size = section ? 8 : 0};
}

static void refer(Elf64_Rela *from, unsigned symbol)
{
    *from = (Elf64_Rela){.r_info = ELF64_R_INFO((uint64_t)symbol, R_AARCH64_ABS64)};
}

static Elf64_Shdr relocations(unsigned target, size_t at)
{
    return (Elf64_Shdr){.sh_type = SHT_RELA,
                        .sh_link = SYMBOLS,
                        .sh_info = target,
                        .sh_offset = at,
                        .sh_size = sizeof(Elf64_Rela)};
}

static void make(void)
{
    object = (struct object){.head = {.e_ident = {0x7f, 'E', 'L', 'F', ELFCLASS64, ELFDATA2LSB, 1},
                                      .e_type = ET_REL,
                                      .e_machine = EM_AARCH64,
                                      .e_shoff = offsetof(struct object, sections),
                                      .e_shentsize = sizeof(Elf64_Shdr),
                                      .e_shnum = SECTIONS}};
    object.sections[TEXT] =
        (Elf64_Shdr){.sh_type = SHT_PROGBITS, .sh_flags = SHF_ALLOC | SHF_EXECINSTR, .sh_size = 8};
    object.sections[DATA] =
        (Elf64_Shdr){.sh_type = SHT_NOBITS, .sh_flags = SHF_ALLOC | SHF_WRITE, .sh_size = 8};
    object.sections[SYMBOLS] = (Elf64_Shdr){.sh_type = SHT_SYMTAB,
                                            .sh_link = STRINGS,
                                            .sh_info = VARIABLE,
                                            .sh_offset = offsetof(struct object, symbols),
                                            .sh_size = sizeof object.symbols};
    object.sections[STRINGS] = (Elf64_Shdr){.sh_type = SHT_STRTAB,
                                            .sh_offset = offsetof(struct object, names),
                                            .sh_size = sizeof object.names};
    object.sections[OF_TEXT] = relocations(TEXT, offsetof(struct object, of_text));
    object.sections[OF_DATA] = relocations(DATA, offsetof(struct object, of_data));
    memcpy(object.names, names, sizeof names);
    set_symbol(SECTION, 0, STB_LOCAL, STT_SECTION, DATA);
    set_symbol(VARIABLE, 1, STB_GLOBAL, STT_OBJECT, DATA);
    set_symbol(PROCEDURE, 11, STB_GLOBAL, STT_FUNC, TEXT);
    set_symbol(OUTSIDE, 21, STB_GLOBAL, STT_NOTYPE, SHN_UNDEF);
    refer(object.of_text, VARIABLE);
    refer(object.of_data, OUTSIDE);
}

static struct words shared;
static char path[] = "/tmp/triptych-test-XXXXXX";

static void save(void)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_int_equal(fwrite(&object, sizeof object, 1, file), 1);
    fclose(file);
}

/* Expects what is possible with the object as it is. */
static void expect(bool defines, bool refers)
{
    save();
    assert_int_equal(object_share_can_define(path, &shared), defines);
    assert_int_equal(object_share_can_refer(path, &shared), refers);
}

static void test_possible(void **state)
{
    (void)state;
    make();
    expect(true, true);
    refer(object.of_text, SECTION); /* the variable is found by its section */
    expect(true, false);
    make();
    refer(object.of_data, PROCEDURE); /* it points to a procedure of its object */
    expect(false, true);
    make();
    set_symbol(VARIABLE, 1, STB_LOCAL, STT_OBJECT, DATA); /* no other object can see it */
    expect(false, false);
    make();
    set_symbol(VARIABLE, 1, STB_GLOBAL, STT_TLS, DATA);
    expect(false, false);
    make();
    set_symbol(VARIABLE, 1, STB_GLOBAL, STT_OBJECT, SHN_UNDEF); /* nor is it defined */
    expect(false, false);
}

static void test_refer(void **state)
{
    (void)state;
    struct object_file file;
    make();
    save();
    assert_true(object_share_refer(path, &shared));
    assert_true(object_file_read(&file, path));
    assert_int_equal(file.size, sizeof object);
    memcpy(&object, file.bytes, sizeof object);
    free(file.bytes);
    assert_int_equal(object.symbols[VARIABLE].st_shndx, SHN_UNDEF);
    assert_int_equal(object.symbols[PROCEDURE].st_shndx, TEXT);
    assert_int_equal(object.sections[DATA].sh_size, 0);
    assert_int_equal(object.sections[OF_DATA].sh_size, 0);
    assert_int_equal(object.sections[OF_TEXT].sh_size, sizeof(Elf64_Rela));
    assert_false(object_share_refer(path, &shared));
}

/* Any number may be another. */
static void test_damage(void **state)
{
    (void)state;
    for (size_t at = 0; at < sizeof object; at += 3) {
        make();
        ((unsigned char *)&object)[at] ^= 0x81;
        save();
        (void)object_share_can_define(path, &shared);
        (void)object_share_can_refer(path, &shared);
        (void)object_share_refer(path, &shared);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_possible),
                                       cmocka_unit_test(test_refer), cmocka_unit_test(test_damage)};
    int file = mkstemp(path);
    if (file < 0)
        return 1;
    close(file);
    words_add(&shared, "__m_MOD_v");
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    words_free(&shared);
    unlink(path);
    return failed;
}
