/* test_call_text.c: calls in source texts, and the texts of their arguments. */
#include "archive/messages/mpi_calls.h"
#include "archive/symbols/call_text.h"
#include "unit.h"

#include <stdio.h>
#include <string.h>

/* "statement first-last [a|b|c]" of each call. */
static const char *tell(const char *text, enum archive_call_text_form form, const char *function)
{
    static char told[1000];
    struct archive_call_texts calls = {0};
    size_t used = 0;
    told[0] = '\0';
    archive_call_text_find(&calls, text, strlen(text), form, function);
    for (size_t i = 0; i < calls.count; i++) {
        const struct archive_call_text *call = &calls.all[i];
        used += (size_t)snprintf(told + used, sizeof told - used, "%u %u-%u [", call->statement,
                                 call->first, call->last);
        for (int k = 0; k < CALL_TEXT_ARGUMENTS && call->arguments[k]; k++)
            used += (size_t)snprintf(told + used, sizeof told - used, "%s%s", k ? "|" : "",
                                     call->arguments[k]);
        used += (size_t)snprintf(told + used, sizeof told - used, "]");
    }
    archive_call_text_free(&calls);
    return told;
}

static void calls_of_c(void **state)
{
    (void)state;
    assert_string_equal(tell("f(a);\n f (b , c[1, 2])", CALL_TEXT_C, "f"),
                        "1 1-1 [a]2 2-2 [b|c[1, 2]]");
    assert_string_equal(
        tell("x = 1 +\n f(/* f(no) */ &g[i]\n[j], // ,\n (T *)h);", CALL_TEXT_C, "f"),
        "1 2-4 [&g[i] [j]|(T *)h]");
    assert_string_equal(
        tell("s = \"f(1)\"; Pf(\"a,b\\\")\", ',') ; gf(1); f1(1); f;", CALL_TEXT_C, "f"),
        "1 1-1 [\"a,b\\\")\"|',']");
    assert_string_equal(tell("f(f(1), 2)", CALL_TEXT_C, "f"), "1 1-1 [f(1)|2]");
    assert_string_equal(tell("f(1; f(2)", CALL_TEXT_C, "f"), "1 1-1 [2]");
    assert_string_equal(tell("f(1, /* no end", CALL_TEXT_C, "f"), "");
    assert_string_equal(tell("", CALL_TEXT_C, "f"), "");
}

static void calls_of_fortran(void **state)
{
    (void)state;
    assert_string_equal(tell("! call f(no)\ncall F(u(1,j), 'it''s )', n)\n", CALL_TEXT_FREE, "f"),
                        "2 2-2 [u(1,j)|'it''s )'|n]");
    assert_string_equal(
        tell("if (x) &\n ! in between\n\n  call f( & ! first\n  & a%b(:), &\n c)\nend\n",
             CALL_TEXT_FREE, "f"),
        "1 4-6 [a%b(:)|c]");
    assert_string_equal(
        tell("C     CALL F(NO)\n      CALL F(U,\nC     COMMENT\n     &  V(1))\n      END\n",
             CALL_TEXT_FIXED, "f"),
        "2 2-4 [U|V(1)]");
}

static void long_arguments_are_cut(void **state)
{
    (void)state;
    char text[400] = "f(";
    memset(text + 2, 'x', 300);
    strcpy(text + 302, ")");
    const char *told = tell(text, CALL_TEXT_C, "f");
    assert_int_equal(strlen(told), strlen("1 1-1 []") + CALL_TEXT_LONGEST);
    assert_non_null(strstr(told, "xxx...]"));
}

static void buffers_of_functions(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        int sent, received;
    } known[] = {{"MPI_Isend", 0, -1},
                 {"mpi_recv_init", -1, 0},
                 {"MPI_Sendrecv", 0, 5},
                 {"MPI_Ibcast", 0, 0},
                 {"MPI_Reduce_c", 0, 1},
                 {"MPI_Alltoallv_init_c", 0, 4},
                 {"MPI_Igather", 0, 3},
                 {"MPI_Barrier", -1, -1},
                 {"MPI_Init", -1, -1},
                 {"MPI_Imrecv_c", -1, 0},
                 {"shmem_put", -1, -1},
                 {"MPI_Wait", -1, -1},
                 {"MPI_Ineighbor_alltoallw", 0, 4}};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        struct archive_mpi_buffers buffers;
        assert_int_equal(archive_mpi_buffers_of(known[i].name, &buffers),
                         known[i].sent >= 0 || known[i].received >= 0);
        assert_int_equal(buffers.sent, known[i].sent);
        assert_int_equal(buffers.received, known[i].received);
    }
    assert_int_equal(archive_mpi_buffer("MPI_IN_PLACE"), MPI_BUFFER_IN_PLACE);
    assert_int_equal(archive_mpi_buffer("mpi_bottom"), MPI_BUFFER_NONE);
    assert_int_equal(archive_mpi_buffer("u"), MPI_BUFFER_DATA);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(calls_of_c),
        cmocka_unit_test(calls_of_fortran),
        cmocka_unit_test(long_arguments_are_cut),
        cmocka_unit_test(buffers_of_functions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
