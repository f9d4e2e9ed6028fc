/* test_addresses.c: what is at an address, asked of this very program. */
#include "unit.h"

#include "archive/symbols/addresses.h"

#include <dlfcn.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>

#define NOW UINT64_MAX

static struct {
    long one, two;
} pair;
static long several[4];

static const void *seen;

static volatile int one = 1; /* a compiler that knew the result might make the call the last one */

/* Not to be called last in a function: it would not return there. */
static __attribute__((noinline)) int here(void)
{
    seen = __builtin_return_address(0);
    __asm__ volatile("" : : : "memory");
    return one;
}

static uint32_t line_of_call, line_of_inlined;

static __attribute__((noinline)) int calls(void)
{
    line_of_call = __LINE__ + 1;
    int result = here();
    return result + 1;
}

static inline __attribute__((always_inline)) int inlined(void)
{
    line_of_inlined = __LINE__ + 1;
    int result = here();
    return result + 1;
}

static __attribute__((noinline)) int calls_inlined(void)
{
    return inlined() + 1;
}

static char module[4096];

static uint64_t linked(const void *address)
{
    Dl_info info;
    struct link_map *map = NULL;
    assert_true(dladdr1(address, &info, (void **)&map, RTLD_DL_LINKMAP));
    return (uint64_t)(uintptr_t)address - map->l_addr;
}

static bool ends_with(const char *text, const char *end)
{
    size_t size = strlen(text), end_size = strlen(end);
    return size >= end_size && !strcmp(text + size - end_size, end);
}

static struct addresses *addresses;

static int begin(void **state)
{
    (void)state;
    addresses = archive_addresses_new();
    return !realpath("/proc/self/exe", module);
}

static int end(void **state)
{
    (void)state;
    archive_addresses_free(addresses);
    return 0;
}

static void a_call(void **state)
{
    (void)state;
    assert_int_equal(calls(), 2);
    struct archive_address address =
        archive_addresses_find(addresses, module, linked(seen), ADDRESS_OF_RETURN, NOW);
    assert_int_equal(address.kind, ADDRESS_LINE);
    assert_true(ends_with(address.file, "test_addresses.c"));
    assert_int_equal(address.line, line_of_call);
    assert_string_equal(address.routine, "calls");
    assert_true(address.routine_line && address.routine_line < address.line);
    assert_true(*address.dir == '/' || *address.file == '/');
}

static void an_inlined_call(void **state)
{
    (void)state;
    assert_int_equal(calls_inlined(), 3);
    struct archive_address address =
        archive_addresses_find(addresses, module, linked(seen), ADDRESS_OF_RETURN, NOW);
    assert_int_equal(address.kind, ADDRESS_LINE);
    assert_int_equal(address.line, line_of_inlined);
    assert_string_equal(address.routine, "inlined");
}

static void a_function(void **state)
{
    (void)state;
    int (*function)(void) = calls;
    struct archive_address address = archive_addresses_find(
        addresses, module, linked((const void *)(uintptr_t)function), ADDRESS_OF_ENTRY, NOW);
    assert_int_equal(address.kind, ADDRESS_LINE);
    assert_true(address.is_entry);
    assert_string_equal(address.routine, "calls");
}

static void data(void **state)
{
    (void)state;
    several[1] = pair.two = line_of_call;
    struct archive_address address =
        archive_addresses_find(addresses, module, linked(&several[2]), ADDRESS_OF_RETURN, NOW);
    assert_int_equal(address.kind, ADDRESS_DATA);
    assert_string_equal(address.symbol, "several");
    assert_int_equal(address.offset, 2 * sizeof several[0]);
    assert_int_equal(address.size, sizeof several);
    address = archive_addresses_find(addresses, module, linked(&pair), ADDRESS_OF_RETURN, NOW);
    assert_string_equal(address.symbol, "pair");
    assert_int_equal(address.offset, 0);
}

/* A library without DWARF still knows the names of its functions. */
static void a_library(void **state)
{
    (void)state;
    Dl_info info;
    void *function = dlsym(RTLD_DEFAULT, "qsort");
    assert_true(function && dladdr(function, &info));
    struct archive_address address = archive_addresses_find(
        addresses, info.dli_fname, linked(function) + 8, ADDRESS_OF_RETURN, NOW);
    assert_true(address.kind == ADDRESS_ROUTINE || address.kind == ADDRESS_LINE);
    assert_non_null(strstr(address.routine, "qsort"));
}

static void what_is_not_there(void **state)
{
    static const uint64_t odd[] = {0, 1, UINT64_MAX, UINT64_MAX - 1, UINT64_C(1) << 63};
    (void)state;
    assert_int_equal(
        archive_addresses_find(addresses, "/no/such/file", 64, ADDRESS_OF_RETURN, NOW).kind,
        ADDRESS_UNKNOWN);
    assert_int_equal(
        archive_addresses_find(addresses, "/dev/null", 64, ADDRESS_OF_RETURN, NOW).kind,
        ADDRESS_UNKNOWN);
    assert_int_equal(
        archive_addresses_find(addresses, "/etc/passwd", 64, ADDRESS_OF_RETURN, NOW).kind,
        ADDRESS_UNKNOWN);
    assert_int_equal(archive_addresses_find(addresses, "", 64, ADDRESS_OF_RETURN, NOW).kind,
                     ADDRESS_UNKNOWN);
    for (size_t i = 0; i < sizeof odd / sizeof odd[0]; i++) {
        struct archive_address address =
            archive_addresses_find(addresses, module, odd[i], ADDRESS_OF_ENTRY, NOW);
        assert_int_not_equal(address.kind, ADDRESS_LINE);
    }
}

static void a_newer_module(void **state)
{
    (void)state;
    struct addresses *fresh = archive_addresses_new();
    assert_int_equal(calls(), 2);
    assert_int_equal(archive_addresses_find(fresh, module, linked(seen), ADDRESS_OF_RETURN, 1).kind,
                     ADDRESS_UNKNOWN);
    archive_addresses_free(fresh);
}

/* Suffixes that compilers add to symbols. Those of copies are shown, as they are other functions.
 */
static void suffixes(void **state)
{
    (void)state;
    static const struct {
        const char *declared, *symbol, *expected;
    } cases[] = {
        {"solve", "solve.part.0", "solve.part.0"},
        {"inner", "inner.12", "inner"},
        {"inner", "inner.12.isra.0", "inner.isra.0"},
        {"app::Op::operator()", "_ZNK3app2OpclEd.isra.0", "app::Op::operator().isra.0"},
        {"r::{impl#0}::area", "_ZN34_$LT$r..Sq$u20$as$u20$r..Shape$GT$4area17h2e91c5350d839167E",
         "r::{impl#0}::area"},
        {"r::{impl#0}::area",
         "_ZN34_$LT$r..Sq$u20$as$u20$r..Shape$GT$4area17h2e91c5350d839167E.llvm.1674",
         "r::{impl#0}::area"},
        {"", "_ZN34_$LT$r..Sq$u20$as$u20$r..Shape$GT$4area17h2e91c5350d839167E.llvm.1674",
         "<r::Sq as r::Shape>::area"},
        {"r::{impl#0}::area", "_RNvXCs6GmmlP4bgsG_1rNtB2_2SqNtB2_5Shape4area.llvm.1674",
         "r::{impl#0}::area"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_string_equal(
            archive_addresses_function(addresses, cases[i].declared, cases[i].symbol),
            cases[i].expected);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_call),         cmocka_unit_test(an_inlined_call),
        cmocka_unit_test(a_function),     cmocka_unit_test(data),
        cmocka_unit_test(a_library),      cmocka_unit_test(what_is_not_there),
        cmocka_unit_test(a_newer_module), cmocka_unit_test(suffixes),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
