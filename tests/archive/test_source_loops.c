/* test_source_loops.c: where the loops of a source stand, and their conditions. */
#include "unit.h"

#include "archive/symbols/source_fortran.h"
#include "archive/symbols/source_loops.h"
#include "archive/symbols/source_plain.h"

#include <stdlib.h>
#include <string.h>

/* Where the how-many-th line of a text has a piece of text. */
static uint64_t at(const char *text, uint32_t line, const char *piece)
{
    for (uint32_t i = 1; i < line; i++)
        text = strchr(text, '\n') + 1;
    const char *found = strstr(text, piece);
    assert_non_null(found);
    return archive_source_spot(line, (uint32_t)(found - text) + 1);
}

static const char c_text[] =
    "#define EACH(i, n) for (int i = 0; i < n; i++)\n"                      /* 1 */
    "static int f(int n) { /* for (;;) */\n"                                /* 2 */
    "    for (int i = 0, m = g(1, (2)); i < m; i++) { // while (1)\n"       /* 3 */
    "        if (a[i] > \"for (\"[0]) break; else do { n--; } while (n);\n" /* 4 */
    "    }\n"                                                               /* 5 */
    "    while (p->time() < q() && r(')'))\n"                               /* 6 */
    "        n++;\n"                                                        /* 7 */
    "#if A\n"                                                               /* 8 */
    "    while (1) {\n"                                                     /* 9 */
    "#else\n"                                                               /* 10 */
    "    for (;;) {\n"                                                      /* 11 */
    "#endif\n"                                                              /* 12 */
    "        h([&] { for (auto x : y) z(x); });\n"                          /* 13 */
    "    }\n"                                                               /* 14 */
    "    return n; }\n";

static void c_loops(void **state)
{
    (void)state;
    struct archive_source_loops loops;
    archive_source_loops_find(&loops, c_text, strlen(c_text));
    assert_int_equal(loops.count, 6);
    const struct archive_source_loop *outer = &loops.all[0], *inner = &loops.all[1];
    assert_int_equal(outer->keyword, at(c_text, 3, "for"));
    assert_int_equal(outer->test.start, at(c_text, 3, "i < m"));
    assert_int_equal(outer->step.start, at(c_text, 3, "i++"));
    assert_int_equal(outer->body, at(c_text, 3, "{"));
    assert_int_equal(inner->keyword, at(c_text, 4, "do"));
    assert_true(archive_source_span_has(&inner->test, at(c_text, 4, "n);")));
    assert_true(inner->end <= outer->end);
    assert_int_equal(loops.all[2].test.start, at(c_text, 6, "p->"));
    assert_int_equal(loops.all[2].test.end, at(c_text, 6, ")\n"));
    assert_int_equal(loops.all[3].keyword, at(c_text, 9, "while"));
    assert_true(loops.all[3].test.start == loops.all[3].test.end); /* a constant */
    assert_int_equal(loops.all[4].keyword, at(c_text, 11, "for"));
    assert_int_equal(loops.all[5].keyword, at(c_text, 13, "for"));
    archive_source_loops_free(&loops);
}

static void c_places(void **state)
{
    (void)state;
    struct archive_source_loops loops;
    archive_source_loops_find(&loops, c_text, strlen(c_text));
    assert_int_equal(archive_source_loops_at(&loops, at(c_text, 4, "break")), 0);
    assert_int_equal(archive_source_loops_at(&loops, at(c_text, 4, "n--")), 1);
    assert_int_equal(archive_source_loops_at(&loops, archive_source_spot(7, 0)), 2);
    assert_int_equal(archive_source_loops_at(&loops, at(c_text, 15, "return")), SOURCE_NONE);
    assert_true(archive_source_loop_tests(&loops.all[0], at(c_text, 3, "i++")));
    assert_false(archive_source_loop_tests(&loops.all[0], at(c_text, 4, "a[i]")));
    assert_false(archive_source_loop_tests(&loops.all[3], at(c_text, 9, "1")));
    archive_source_loops_free(&loops);
}

static const char free_text[] = "do i = 1, n ! do k = 1, 2\n"      /* 1 */
                                "  outer: DO WHILE (a(i) > &\n"    /* 2 */
                                "      & 0)\n"                     /* 3 */
                                "    do\n"                         /* 4 */
                                "      if (x) exit\n"              /* 5 */
                                "    end do\n"                     /* 6 */
                                "  END DO outer\n"                 /* 7 */
                                "enddo\n"                          /* 8 */
                                "do = 3; print *, 'do i = 1, 2'\n" /* 9 */
                                "do 10 i = 1, 3\n"                 /* 10 */
                                "10 continue\n";                   /* 11 */

static void fortran_loops(void **state)
{
    (void)state;
    struct archive_source_loops loops;
    source_fortran_find(&loops, free_text, strlen(free_text), false);
    assert_int_equal(loops.count, 4);
    assert_int_equal(loops.all[0].keyword >> 32, 1);
    assert_int_equal(loops.all[0].end >> 32, 9);
    assert_int_equal(loops.all[1].body >> 32, 4);
    assert_true(archive_source_loop_tests(&loops.all[1], archive_source_spot(3, 0)));
    assert_true(loops.all[2].test.start == loops.all[2].test.end);
    assert_int_equal(loops.all[2].end >> 32, 7);
    assert_int_equal(loops.all[3].end >> 32, 12);
    archive_source_loops_free(&loops);
}

static void fixed_loops(void **state)
{
    (void)state;
    static const char text[] = "c     do 5 i = 1, 2\n"
                               "      do 10 i = 1,\n"
                               "     &  n\n"
                               "      do 10 j = 1, n\n"
                               "        a(i,j) = 0\n"
                               "   10 continue\n";
    struct archive_source_loops loops;
    source_fortran_find(&loops, text, strlen(text), true);
    assert_int_equal(loops.count, 2);
    assert_int_equal(loops.all[0].body >> 32, 4);
    assert_int_equal(loops.all[0].end >> 32, 7);
    assert_int_equal(loops.all[1].end >> 32, 7);
    archive_source_loops_free(&loops);
}

static bool is_plain(const char *text)
{
    struct archive_source_loops loops;
    archive_source_loops_find(&loops, text, strlen(text));
    source_plain_find(&loops, text, strlen(text), false);
    assert_true(loops.count > 0);
    bool plain = loops.all[0].is_plain;
    archive_source_loops_free(&loops);
    return plain;
}

static bool is_plain_fortran(const char *text)
{
    struct archive_source_loops loops;
    source_fortran_find(&loops, text, strlen(text), false);
    source_plain_find(&loops, text, strlen(text), true);
    assert_true(loops.count > 0);
    bool plain = loops.all[0].is_plain;
    archive_source_loops_free(&loops);
    return plain;
}

/* Loops that deal with one number of each array in an iteration, as far as the text tells. */
static void plain_loops(void **state)
{
    (void)state;
    assert_true(is_plain("for (i = 0; i < 9; i++) a[i] = b[i] * 0.5 + 1.e3 + .25f;"));
    assert_true(is_plain("for (i = 9; i > 0; --i) { a[i] = i; }\nx.y = 1;"));
    assert_false(is_plain("for (i = 0; i < 9; i += 2) a[i] = a[i + 1] = 0;"));
    assert_false(is_plain("for (i = 0; i < 9; i++, j++) a[i] = j;"));
    assert_false(is_plain("for (i = 0; i < 9; i++) p[i].re = p[i].im;"));
    assert_false(is_plain("for (i = 0; i < 9; i++) p->x[i] = 0;"));
    assert_false(is_plain("for (i = 0; i < 9; i++) for (j = 0; j < 4; j++) a[i][j] = 0;"));
    assert_false(is_plain("double Complex a[9]; for (i = 0; i < 9; i++) a[i] = b[i];"));
    assert_false(is_plain("while (i < 9) a[i++] = 0;"));
    assert_true(is_plain_fortran("do i = 1, min(n, 9)\n  a(i) = 0.5\nend do\nx%y = 1\n"));
    assert_false(is_plain_fortran("do i = 1, n, 2\n  a(i) = 0.5\nend do\n"));
    assert_false(is_plain_fortran("do i = 1, n\n  a(i)%x = 0.5\nend do\n"));
    assert_false(is_plain_fortran("complex(8) a(9)\ndo i = 1, n\n  a(i) = 0.5\nend do\n"));
}

static struct archive_source_loop first_of(const char *text)
{
    struct archive_source_loops loops;
    archive_source_loops_find(&loops, text, strlen(text));
    source_plain_find(&loops, text, strlen(text), false);
    assert_true(loops.count > 0);
    struct archive_source_loop first = loops.all[0];
    archive_source_loops_free(&loops);
    return first;
}

/* The iterations of loops that count from one constant to another. */
static void constant_loops(void **state)
{
    (void)state;
    assert_int_equal(first_of("for (int i = 0; i < 2000; i++) a[i] = 0;").times, 2000);
    assert_int_equal(first_of("for (i=3;i<=9;++i) a[i] = 0;").times, 7);
    assert_int_equal(first_of("for (i = 3; i < 3; i++) a[i] = 0;").times, 0);
    assert_int_equal(first_of("for (i = 3; i < 2; i++) a[i] = 0;").times, 0);
    assert_int_equal(first_of("for (i = 0; i < 9; i--) a[i] = 0;").times, 0);
    assert_int_equal(first_of("for (i = 0; i < 9; i += 2) a[i] = 0;").times, 0);
    assert_int_equal(first_of("for (i = 0; i < n; i++) a[i] = 0;").times, 0);
    assert_int_equal(first_of("for (i = 0; i < 9 && a[i]; i++) a[i] = 0;").times, 0);
    assert_int_equal(first_of("for (i = k; i < 9; i++) a[i] = 0;").times, 0);
    assert_int_equal(first_of("for (i = 0, k = 1; i < 9; i++) a[i] = 0;").times, 0);
    assert_int_equal(first_of("for (ai = 0; i < 9; i++) a[i] = 0;").times, 0);
    assert_int_equal(first_of("for (i = 0; i < 010; i++) a[i] = 0;").times, 0);
    assert_int_equal(first_of("for (i = 0; i < 0x10; i++) a[i] = 0;").times, 0);
    assert_int_equal(first_of("for (; i < 9; i++) a[i] = 0;").times, 0);
    assert_int_equal(first_of("for (i = 0; i < 9; i++, k++) a[i] = 0;").times, 0);
}

/* Loops that contain neither loops nor calls nor macros with parameters. */
static void simple_loops(void **state)
{
    (void)state;
    assert_true(first_of("while (i < 9) { if (a[i] > (b)) break; i++; } f(x);").is_simple);
    assert_false(first_of("while (i < 9) { CHECK(a[i]); i++; }").is_simple);
    assert_false(first_of("while (f (i)) { i++; }").is_simple);
    assert_false(first_of("for (;;) for (i = 0; i < 9; i++) a[i] = 0;").is_simple);
}

/* Every beginning and every rest of a text, in a place of its own: nothing behind it is read. */
static void parts_of_texts(void **state)
{
    (void)state;
    static const char *const texts[] = {c_text, free_text};
    for (size_t i = 0; i < 2; i++) {
        size_t size = strlen(texts[i]);
        for (size_t from = 0; from < size; from += from + 1 < size / 8 ? 1 : size / 8) {
            for (size_t end = from; end <= size; end++) {
                char *part = malloc(end - from + 1);
                memcpy(part, texts[i] + from, end - from);
                struct archive_source_loops loops;
                archive_source_loops_find(&loops, part, end - from);
                source_plain_find(&loops, part, end - from, false);
                archive_source_loops_free(&loops);
                source_fortran_find(&loops, part, end - from, end & 1);
                source_plain_find(&loops, part, end - from, true);
                archive_source_loops_free(&loops);
                free(part);
            }
        }
    }
}

/* Statements and parentheses in each other, deeper than anybody writes them. */
static void deep(void **state)
{
    (void)state;
    static const char *const pieces[] = {"for(;;){", "if(", "((", "{[", "do ", "else ", "f({"};
    for (size_t i = 0; i < sizeof pieces / sizeof pieces[0]; i++) {
        size_t size = strlen(pieces[i]), count = 20000;
        char *text = malloc(size * count);
        for (size_t k = 0; k < count; k++)
            memcpy(text + k * size, pieces[i], size);
        struct archive_source_loops loops;
        archive_source_loops_find(&loops, text, size * count);
        archive_source_loops_free(&loops);
        free(text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(c_loops),        cmocka_unit_test(c_places),
        cmocka_unit_test(fortran_loops),  cmocka_unit_test(fixed_loops),
        cmocka_unit_test(parts_of_texts), cmocka_unit_test(deep),
        cmocka_unit_test(plain_loops),    cmocka_unit_test(constant_loops),
        cmocka_unit_test(simple_loops),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
