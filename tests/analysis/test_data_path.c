/* test_data_path.c: the variable in the text of an argument. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "analysis/data_path.h"

static void finds_variables(void **state)
{
    static const char *const texts[][2] = {
        {"block", "block"},
        {"&block", "block"},
        {"&block[0]", "block"},
        {"block + 4 * n", "block"},
        {"(char *)heap", "heap"},
        {"(void *)&halo.left[1]", "halo.left"},
        {"own->grid.cells", "own->grid.cells"},
        {"&grid[N - 1][0]", "grid"},
        {"(block)", "block"},
        {"*rows", "rows"},
        {"u(1,j)", "u"},
        {"edge%left(2:n)", "edge%left"},
        {"", ""},
        {"1", ""},
        {"\"text\"", ""},
        {"(", ""},
        {"&", ""},
        {"(char *)", "char"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        const char *found = "";
        size_t length = analysis_data_path_variable(texts[i][0], &found);
        assert_int_equal(length, strlen(texts[i][1]));
        assert_memory_equal(found, texts[i][1], length);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(finds_variables)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
