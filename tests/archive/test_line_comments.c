/* test_line_comments.c: lines of generated source, and what they were generated from. */
#include "archive/symbols/line_comments.h"
#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char generated[] =
    "#include <a.h>\n"              /* 1 */
    "class closure {\n"             /* 2 */
    "    void apply(){\n"           /* 3 */
    "\n"                            /* 4 */
    "        //#line 7 \"a.x10\"\n" /* 5 */
    "        call();\n"             /* 6 */
    "    }\n"                       /* 7 */
    "    void serialize() {\n"      /* 8 */
    "        call();\n"             /* 9 */
    "    }\n"                       /* 10 */
    "};\n"                          /* 11 */
    "//#line 20 \"b.x10\"\n"        /* 12 */
    "/** A comment\n"               /* 13 */
    " * of the source. */\n"        /* 14 */
    "void search() {\n"             /* 15 */
    "    call();\n"                 /* 16 */
    "    //#line x \"b.x10\"\n"     /* 17: no comment of that kind */
    "    //#line 22 \"b.x10\n"      /* 18: nor this */
    "    call();\n"                 /* 19 */
    "}\n"
    "class A__closure__1 : public C {\n"                             /* 21 */
    "    void __apply(){\n"                                          /* 22 */
    "        call();\n"                                              /* 23 */
    "\n"                                                             /* 24 */
    "        //#line 33 \"b.x10\"\n"                                 /* 25 */
    "        call();\n"                                              /* 26 */
    "    }\n"                                                        /* 27 */
    "};\n"                                                           /* 28 */
    "template<class T> class A__closure__2 : public C {\n"           /* 29 */
    "    void __apply(){\n"                                          /* 30 */
    "        new (alloc(sizeof(A__closure__1)))A__closure__1();\n"   /* 31 */
    "    }\n"                                                        /* 32 */
    "};\n"                                                           /* 33 */
    "class A__closure__3 : public C {\n"                             /* 34 */
    "    void __apply(){\n"                                          /* 35 */
    "        call();\n"                                              /* 36 */
    "    }\n"                                                        /* 37 */
    "};\n"                                                           /* 38 */
    "void last() {\n"                                                /* 39 */
    "    new (alloc(sizeof(A__closure__3)))A__closure__3();\n"       /* 40 */
    "    //#line 30 \"b.x10\"\n"                                     /* 41 */
    "    call();\n"                                                  /* 42 */
    "    new (alloc(sizeof(A__closure__2<T>)))A__closure__2<T>();\n" /* 43 */
    "}\n";

static struct archive_line_comments *comments;
static char folder[] = "/tmp/triptych-lines-XXXXXX";

static const char *tell(uint32_t line, uint32_t routine_line)
{
    static char told[100];
    struct archive_generated_line at = {folder, "a.cc", line, routine_line, UINT64_MAX};
    struct archive_line_origin origin;
    if (!archive_line_comments_find(comments, &at, &origin))
        return "";
    snprintf(told, sizeof told, "%s:%u", origin.file, origin.line);
    return told;
}

static void lines(void **state)
{
    (void)state;
    char path[sizeof folder + 10];
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/a.cc", folder);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_int_equal(fwrite(generated, 1, strlen(generated), file), strlen(generated));
    assert_int_equal(fclose(file), 0);
    comments = archive_line_comments_new();
    assert_string_equal(tell(1, 0), "");           /* before the first one */
    assert_string_equal(tell(6, 3), "a.x10:7");    /* a statement */
    assert_string_equal(tell(6, 0), "a.x10:7");    /* the same, where the routine is not known */
    assert_string_equal(tell(3, 3), "a.x10:7");    /* a head has the line of the first statement */
    assert_string_equal(tell(9, 8), "");           /* a routine without one */
    assert_string_equal(tell(15, 15), "b.x10:20"); /* a head with one above it */
    assert_string_equal(tell(16, 15), "b.x10:20");
    assert_string_equal(tell(19, 15), "b.x10:20");
    assert_string_equal(tell(26, 22), "b.x10:33"); /* in a closure */
    assert_string_equal(tell(31, 30), "b.x10:30"); /* without one: where the closure is made */
    assert_string_equal(tell(30, 30), "b.x10:30");
    assert_string_equal(tell(23, 22), "b.x10:30"); /* one inside of another, before its first one */
    assert_string_equal(tell(36, 35), "");         /* it is made where none tells */
    assert_string_equal(tell(40, 39), "");
    struct archive_generated_line missing = {folder, "missing.cc", 3, 0, UINT64_MAX},
                                  newer = {folder, "./a.cc", 6, 3, 1};
    struct archive_line_origin origin;
    assert_false(archive_line_comments_find(comments, &missing, &origin));
    assert_false(archive_line_comments_find(comments, &newer, &origin)); /* changed after the run */
    archive_line_comments_free(comments);
    archive_line_comments_free(NULL);
    unlink(path);
    rmdir(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(lines)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
