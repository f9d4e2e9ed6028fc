/* test_library.c: the library of jumps is found to have the functions that are described, and no
 * others, by the dynamic loader. */
#include "format/doors.h"
#include "vocabulary/library.h"
#include "vocabulary/library_hash.h"

#include <dlfcn.h>
#include <elf.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

/* What the jumps of the library need. */
__attribute__((visibility("default"))) void tri_vocabulary_call(void);
void tri_vocabulary_call(void)
{
}

static void *load(const struct buffer *bytes)
{
    char path[] = "/tmp/triptych-library-XXXXXX";
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, bytes->text, bytes->used), bytes->used);
    close(fd);
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!library)
        print_error("%s\n", dlerror());
    unlink(path);
    assert_non_null(library);
    return library;
}

static void has_symbols(size_t count)
{
    struct buffer data = {0}, bytes = {0};
    struct vocabulary_symbol *symbols = calloc(count + 1, sizeof *symbols);
    char(*names)[64] = calloc(count + 1, sizeof *names);
    buffer_add(&data, "the data");
    for (size_t i = 0; i < count; i++) {
        snprintf(names[i], sizeof names[i], "_ZN%zu_described%zuEv", i % 7, i);
        symbols[i].name = names[i];
    }
    vocabulary_library_write(symbols, count, &data, VOCABULARY_MACHINE, &bytes);
    void *library = load(&bytes);
    const char *before = NULL;
    for (size_t i = 0; i < count; i++) {
        const char *at = dlsym(library, names[i]);
        assert_non_null(at);
        assert_true(!before || at - before == 24); /* bytes of a jump */
        before = at;
        strcat(names[i], "x");
        assert_null(dlsym(library, names[i]));
    }
    const char *found = dlsym(library, FORMAT_DOORS_DATA);
    assert_true(found && !strncmp(found, "the data", 8));
    free(symbols);
    free(names);
    buffer_free(&data);
    buffer_free(&bytes);
}

static void all_symbols_are_found(void **state)
{
    (void)state;
    static const size_t counts[] = {0, 1, 2, 5, 64, 100, 1000};
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++)
        has_symbols(counts[i]);
}

/* The filter, which follows four words, has two bits for each name. */
static void the_filter_rejects_most_names(void **state)
{
    (void)state;
    enum { COUNT = 128, OTHERS = 10000 };
    static char names[COUNT][32];
    struct vocabulary_export all[COUNT] = {0}, one[1] = {0};
    struct buffer table = {0};
    unsigned passed = 0;
    for (size_t i = 0; i < COUNT; i++) {
        snprintf(names[i], sizeof names[i], "_ZN3x104lang%zuEv", i);
        all[i] = (struct vocabulary_export){.name = names[i], .type = STT_FUNC, .value = i};
    }
    vocabulary_hash_sort(all, COUNT);
    vocabulary_hash_write(all, COUNT, 2, &table);
    assert_int_equal(table.used, vocabulary_hash_size(COUNT));
    uint32_t head[4];
    uint64_t word;
    memcpy(head, table.text, sizeof head);
    for (unsigned i = 0; i < OTHERS; i++) {
        char name[32];
        snprintf(name, sizeof name, "_ZN3x104util%u7__applyEv", i);
        one->name = name;
        vocabulary_hash_sort(one, 1);
        memcpy(&word, table.text + sizeof head + one->hash / 64 % head[2] * sizeof word,
               sizeof word);
        passed += word >> one->hash % 64 & word >> (one->hash >> head[3]) % 64 & 1;
    }
    assert_true(passed < OTHERS / 20);
    buffer_free(&table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_symbols_are_found),
        cmocka_unit_test(the_filter_rejects_most_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
