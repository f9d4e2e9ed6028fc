/* test_symbols.c: the tables that are made of debugging information, asked of this very program. */
#include "unit.h"

#include "archive/symbols/module.h"
#include "archive/symbols/source_kept.h"
#include "archive/symbols/source_plain.h"
#include "archive/symbols/symbols.h"
#include "archive/symbols/unit.h"
#include "archive/symbols/unit_read.h"
#include "archive/symbols/unit_stretches.h"

#include <dlfcn.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

static char folder[] = "/tmp/triptych-symbols-XXXXXX";
static char path[4096];

static __attribute__((noinline)) int marked(int by)
{
    __asm__ volatile("" : : : "memory");
    return by + 1;
}

static int begin(void **state)
{
    (void)state;
    return !mkdtemp(folder) || setenv("TRIPTYCH_CACHE", folder, 1) ||
           !realpath("/proc/self/exe", path);
}

static int end(void **state)
{
    (void)state;
    char command[128];
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return system(command);
}

static uint64_t linked(const void *address)
{
    Dl_info info;
    struct link_map *map = NULL;
    assert_true(dladdr1(address, &info, (void **)&map, RTLD_DL_LINKMAP));
    return (uint64_t)(uintptr_t)address - map->l_addr;
}

static uint64_t at_marked(void)
{
    int (*function)(int) = marked;
    return linked((const void *)(uintptr_t)function);
}

/* A copy of the tables of the unit that has `marked`, which is this file. */
static char *copy_unit(size_t *size)
{
    struct module *module = module_open(path, UINT64_MAX);
    struct symbols *symbols = symbols_new(module);
    const struct archive_symbols_unit *unit = symbols_unit_at(symbols, at_marked());
    assert_non_null(unit);
    char *copy = malloc(unit->size);
    assert_non_null(copy);
    memcpy(copy, unit->head, unit->size);
    *size = unit->size;
    symbols_free(symbols);
    module_close(module);
    return copy;
}

static void a_unit_has_lines_and_functions(void **state)
{
    (void)state;
    size_t size;
    struct archive_symbols_unit unit;
    char *bytes = copy_unit(&size);
    assert_true(archive_symbols_unit_open(&unit, bytes, size));
    const struct format_symbols_row *row = archive_symbols_unit_row(&unit, at_marked());
    assert_non_null(row);
    assert_non_null(strstr(archive_symbols_unit_file(&unit, row->file), "test_symbols.c"));
    uint32_t scope = archive_symbols_unit_scope(&unit, at_marked());
    assert_true(scope < unit.head->scopes);
    const struct format_symbols_routine *routine = &unit.routines[unit.scopes[scope].routine];
    assert_string_equal(archive_symbols_unit_text(&unit, routine->name), "marked");
    assert_true(routine->line && row->line >= routine->line && row->line < routine->line + 5);
    assert_null(archive_symbols_unit_row(&unit, 0));
    assert_int_equal(archive_symbols_unit_scope(&unit, 0), FORMAT_SYMBOLS_NONE);
    assert_int_equal(archive_symbols_unit_scope(&unit, UINT64_MAX), FORMAT_SYMBOLS_NONE);
    free(bytes);
}

static void set_sum(char *bytes, size_t size)
{
    uint64_t sum = archive_symbols_unit_sum(bytes, size);
    memcpy(bytes, &sum, sizeof sum);
}

/* Uses all that there is. */
static void use(const struct archive_symbols_unit *unit)
{
    size_t length = 0;
    for (uint32_t i = 0; i < unit->head->rows; i++)
        length += strlen(archive_symbols_unit_file(unit, unit->rows[i].file));
    for (uint32_t i = 0; i < unit->head->stretches; i++) {
        uint32_t scope = archive_symbols_unit_scope(unit, unit->stretches[i].start);
        for (; scope != FORMAT_SYMBOLS_NONE; scope = unit->scopes[scope].parent)
            length += strlen(
                archive_symbols_unit_text(unit, unit->routines[unit->scopes[scope].routine].name));
    }
    assert_true(length < SIZE_MAX);
}

/* The sum tells; where it does not, since it was made to fit, nothing in it leads outside. */
static void damage_is_seen(void **state)
{
    (void)state;
    size_t size, refused = 0, tried = 0;
    struct archive_symbols_unit unit;
    char *bytes = copy_unit(&size);
    uint64_t random = 1;
    for (int i = 0; i < 3000; i++) {
        random = random * UINT64_C(6364136223846793005) + 1442695040888963407;
        size_t at = (random >> 20) % (i % 2 ? 48 : size);
        char before = bytes[at];
        bytes[at] ^= (char)(1U << (random >> 60 & 7));
        assert_false(archive_symbols_unit_open(&unit, bytes, size));
        set_sum(bytes, size);
        tried++;
        if (archive_symbols_unit_open(&unit, bytes, size))
            use(&unit);
        else
            refused++;
        bytes[at] = before;
        set_sum(bytes, size);
    }
    assert_true(archive_symbols_unit_open(&unit, bytes, size));
    assert_false(archive_symbols_unit_open(&unit, bytes, size - 8));
    assert_false(archive_symbols_unit_open(&unit, bytes, 8));
    assert_true(refused > tried / 4 && refused < tried);
    free(bytes);
}

static struct walk_range range(uint64_t start, uint64_t until, uint32_t scope, uint32_t depth)
{
    return (struct walk_range){start, until, scope, depth};
}

/* Ranges in each other, beside each other, twice the same, and some that leave what they are in. */
static void the_innermost_function_has_the_code(void **state)
{
    struct walk_range ranges[] = {
        range(100, 200, 0, 1), range(120, 150, 1, 2), range(130, 140, 2, 3), range(150, 160, 3, 2),
        range(190, 210, 4, 2), range(300, 310, 5, 1), range(300, 310, 6, 2), range(400, 401, 7, 1)};
    static const struct {
        uint64_t start;
        uint32_t scope;
    } expected[] = {{1100, 0}, {1120, 1},
                    {1130, 2}, {1140, 1},
                    {1150, 3}, {1160, 0},
                    {1190, 4}, {1210, FORMAT_SYMBOLS_NONE},
                    {1300, 6}, {1310, FORMAT_SYMBOLS_NONE},
                    {1400, 7}, {1401, FORMAT_SYMBOLS_NONE}};
    size_t count, wanted = sizeof expected / sizeof expected[0];
    struct walk walk = {.ranges = ranges, .range_count = sizeof ranges / sizeof ranges[0]};
    (void)state;
    struct format_symbols_stretch *found = symbols_stretches(&walk, 1000, &count);
    assert_int_equal(count, wanted);
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(found[i].start, expected[i].start);
        assert_int_equal(found[i].scope, expected[i].scope);
    }
    free(found);
}

/* Whether what is kept has these loops for these facts. */
static bool keeps(const struct stat *facts, uint32_t language,
                  const struct archive_source_loops *expected)
{
    struct source_kept *kept = source_kept_new();
    struct archive_source_loops loops = {0};
    bool found = source_kept_find(kept, facts, language, &loops);
    if (found) {
        assert_int_equal(loops.count, expected->count);
        assert_int_equal(loops.has_complex, expected->has_complex);
        for (size_t i = 0; i < loops.count; i++) {
            assert_int_equal(loops.all[i].keyword, expected->all[i].keyword);
            assert_int_equal(loops.all[i].test.end, expected->all[i].test.end);
            assert_int_equal(loops.all[i].step.start, expected->all[i].step.start);
            assert_int_equal(loops.all[i].end, expected->all[i].end);
            assert_int_equal(loops.all[i].is_plain, expected->all[i].is_plain);
            assert_int_equal(loops.all[i].skips, expected->all[i].skips);
            assert_int_equal(loops.all[i].is_simple, expected->all[i].is_simple);
            assert_int_equal(loops.all[i].times, expected->all[i].times);
        }
    }
    archive_source_loops_free(&loops);
    source_kept_free(kept);
    return found;
}

static void source_loops_are_kept(void **state)
{
    static const char text[] = "for (int i = 0; i < n; i += 2) a[i] = 0;\n"
                               "for (i = 0; i < n; i++) b[i] = c[i];\n";
    struct stat facts = {.st_ino = 7, .st_size = 5000, .st_mtim = {10, 1}, .st_ctim = {20, 2}};
    struct archive_source_loops loops;
    (void)state;
    archive_source_loops_find(&loops, text, sizeof text - 1);
    source_plain_find(&loops, text, sizeof text - 1, false);
    assert_int_equal(loops.count, 2);
    assert_true(loops.all[0].skips && loops.all[1].is_plain);
    assert_false(keeps(&facts, 0, &loops));
    struct source_kept *kept = source_kept_new();
    source_kept_add(kept, &facts, 0, &loops);
    struct stat fresh = facts;
    fresh.st_ino = 8;
    clock_gettime(CLOCK_REALTIME, &fresh.st_ctim); /* it may be written to meanwhile */
    source_kept_add(kept, &fresh, 0, &loops);
    source_kept_free(kept);
    assert_true(keeps(&facts, 0, &loops));
    assert_false(keeps(&facts, 1, &loops));
    assert_false(keeps(&fresh, 0, &loops));
    facts.st_ctim.tv_nsec++; /* it was written to: its other time may be set back */
    assert_false(keeps(&facts, 0, &loops));
    facts.st_ctim.tv_nsec--;
    char name[128];
    snprintf(name, sizeof name, "%s/sources", folder);
    FILE *file = fopen(name, "r+");
    assert_non_null(file);
    fseek(file, -8, SEEK_END);
    fputc(0x55, file);
    fclose(file);
    assert_false(keeps(&facts, 0, &loops));
    archive_source_loops_free(&loops);
}

/* Opens this program so that its symbols are sorted: all but the first addresses are searched for
 * so. */
static struct module *open_sorted(void)
{
    struct module *module = module_open(path, UINT64_MAX);
    struct module_symbol symbol;
    assert_non_null(module);
    for (int i = 0; i < 100; i++)
        module_symbol(module, at_marked(), &symbol);
    return module;
}

static void few_and_many_searches_find_the_same_symbols(void **state)
{
    (void)state;
    struct module *sorted = open_sorted(), *fresh = NULL;
    struct module_symbol one, other;
    size_t found = 0;
    for (unsigned i = 0; i < 640; i++) {
        if (i % 16 == 0) {
            module_close(fresh);
            fresh = module_open(path, UINT64_MAX);
            assert_non_null(fresh);
        }
        uint64_t at = i ? at_marked() - 3200 + (uint64_t)i * 10 : 0;
        bool is_found = module_symbol(fresh, at, &one);
        assert_int_equal(is_found, module_symbol(sorted, at, &other));
        found += is_found;
        if (is_found) {
            assert_int_equal(one.start, other.start);
            assert_int_equal(one.size, other.size);
            assert_string_equal(one.name, other.name);
        }
    }
    assert_true(found > 100);
    assert_true(module_symbol(fresh, at_marked(), &one) && !strcmp(one.name, "marked"));
    module_close(fresh);
    module_close(sorted);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_unit_has_lines_and_functions),
        cmocka_unit_test(damage_is_seen),
        cmocka_unit_test(the_innermost_function_has_the_code),
        cmocka_unit_test(source_loops_are_kept),
        cmocka_unit_test(few_and_many_searches_find_the_same_symbols),
    };
    return cmocka_run_group_tests(tests, begin, end) + (marked(0) != 1);
}
