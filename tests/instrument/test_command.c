/* test_command.c: how a compiler's command line is understood. */
#include "instrument/driver/command.h"
#include "instrument/driver/form.h"
#include "instrument/driver/table_symbol.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <setjmp.h>

#include <cmocka.h>

/* The command of words separated by single spaces. */
static struct command read_words(const char *text)
{
    struct words words = {0};
    char *copy = strdup(text), *rest = NULL;
    for (char *word = strtok_r(copy, " ", &rest); word; word = strtok_r(NULL, " ", &rest))
        words_add(&words, word);
    struct command command = {0};
    command_read(&command, (int)words.count, words.list);
    words_free(&words);
    free(copy);
    return command;
}

static void expect(const char *text, enum command_does does, size_t sources, size_t inputs,
                   const char *output)
{
    struct command command = read_words(text);
    assert_int_equal(command.does, does);
    assert_int_equal(command.sources, sources);
    assert_int_equal(command.inputs, inputs);
    if (output)
        assert_string_equal(command.output, output);
    else
        assert_null(command.output);
    command_free(&command);
}

static void test_stages(void **state)
{
    (void)state;
    expect("gcc a.c", COMMAND_LINK, 1, 1, NULL);
    expect("gcc -c a.c", COMMAND_OBJECT, 1, 1, NULL);
    expect("gcc -S -c a.c", COMMAND_ASSEMBLER, 1, 1, NULL);
    expect("gcc -c -S a.c", COMMAND_ASSEMBLER, 1, 1, NULL);
    expect("gcc -c -E a.c", COMMAND_OTHER, 1, 1, NULL);
    expect("gcc -E -c a.c", COMMAND_OTHER, 1, 1, NULL);
    expect("gcc -M a.c", COMMAND_OTHER, 1, 1, NULL);
    expect("gcc -MD -c a.c", COMMAND_OBJECT, 1, 1, NULL);
    expect("gcc --version", COMMAND_OTHER, 0, 0, NULL);
    expect("gcc a.o b.o -o p", COMMAND_LINK, 0, 2, "p");
    expect("gcc x.h", COMMAND_OTHER, 0, 1, NULL);
    expect("gcc -x c-header x.c", COMMAND_OTHER, 0, 1, NULL);
}

static void test_words_of_options(void **state)
{
    (void)state;
    expect("gcc -c a.c -o b.c", COMMAND_OBJECT, 1, 1, "b.c");
    expect("gcc -c a.c -ob.o", COMMAND_OBJECT, 1, 1, "b.o");
    expect("gcc -include x.c -I y.c -D z.c -MF w.c -Xlinker v.c -c a.c", COMMAND_OBJECT, 1, 1,
           NULL);
    expect("gcc -isystem x.c --param y.c -T z.c -u w.c a.c", COMMAND_LINK, 1, 1, NULL);
    expect("clang -Xclang x.c -mllvm y.c -target z.c -c a.c", COMMAND_OBJECT, 1, 1, NULL);
    expect("gcc -o", COMMAND_OTHER, 0, 0, "");
    expect("/usr/bin/ccache gcc -c a.c", COMMAND_OBJECT, 1, 1, NULL);
    expect("ccache", COMMAND_OTHER, 0, 0, NULL);
}

static void test_languages(void **state)
{
    (void)state;
    expect("gcc -x c a.txt", COMMAND_LINK, 1, 1, NULL);
    expect("gcc -xc a.txt b.txt -xnone c.txt", COMMAND_LINK, 2, 3, NULL);
    expect("gcc -x c++ a.c", COMMAND_LINK, 1, 1, NULL);
    expect("gcc -x c -", COMMAND_LINK, 1, 1, NULL);
    expect("gcc a.cc a.C a.s a.S a.i a.c", COMMAND_LINK, 3, 6, NULL);
    expect("gfortran a.f a.for a.ftn a.fpp a.f90 a.f95 a.f03 a.f08", COMMAND_LINK, 8, 8, NULL);
    expect("gfortran a.F a.FOR a.FTN a.FPP a.F90 a.F95 a.F03 a.F08", COMMAND_LINK, 8, 8, NULL);
    expect("gfortran a.f18 a.For a.f77 a.mod .f90", COMMAND_LINK, 0, 5, NULL);
    expect("flang-new a.f18 a.F18", COMMAND_LINK, 2, 2, NULL);
    expect("gcc -x f77 a -x f95 b -xf77-cpp-input c -x f95-cpp-input d -x ada e", COMMAND_LINK, 4,
           5, NULL);
    expect("gfortran -J modules -c a.f90 -fintrinsic-modules-path b.f90", COMMAND_OBJECT, 1, 1,
           NULL);
    expect("gfortran -fdump-fortran-original -c a.f90", COMMAND_OTHER, 1, 1, NULL);
    struct command command = read_words("gcc main.c solve.f90 -x f95 part");
    assert_int_equal(command.words[1].language, LANGUAGE_C);
    assert_int_equal(command.words[2].language, LANGUAGE_FORTRAN);
    assert_null(command.words[2].x);
    assert_string_equal(command.words[5].x, "f95");
    command_free(&command);
}

static struct form form_of(const char *text, const char *name, const char *x)
{
    struct command command = read_words(text);
    struct form form = {0};
    form_read(&form, &command, &(struct facts){0}, name, x);
    command_free(&command);
    return form;
}

static void expect_form(const char *text, const char *name, const char *x, bool free_form,
                        unsigned width, bool preprocessed)
{
    struct form form = form_of(text, name, x);
    assert_int_equal(form.read.free, free_form);
    assert_int_equal(form.read.width, width);
    assert_int_equal(form.preprocessed, preprocessed);
    form_free(&form);
}

static void test_forms(void **state)
{
    (void)state;
    expect_form("gfortran", "a.f", NULL, false, 72, false);
    expect_form("gfortran", "a.F", NULL, false, 72, true);
    expect_form("gfortran", "a.fpp", NULL, false, 72, true);
    expect_form("gfortran", "a.f90", NULL, true, 132, false);
    expect_form("gfortran", "a.F08", NULL, true, 132, true);
    expect_form("gfortran", "a.txt", "f95", true, 132, false);
    expect_form("gfortran", "a.f", "f95", false, 72, false);
    expect_form("gfortran", "a.f90", "f77-cpp-input", false, 72, true);
    expect_form("gfortran -ffixed-form -ffree-form", "a.f", NULL, true, 132, false);
    expect_form("gfortran -ffree-form -ffixed-form", "a.f90", NULL, false, 72, false);
    expect_form("gfortran -ffixed-line-length-132", "a.f", NULL, false, 132, false);
    expect_form("gfortran -ffixed-line-length-none -ffree-line-length-200", "a.f", NULL, false, 0,
                false);
    expect_form("gfortran -ffree-line-length-0", "a.f90", NULL, true, 0, false);
    expect_form("gfortran -cpp", "a.f90", NULL, true, 132, true);
    expect_form("gfortran -cpp -nocpp", "a.F90", NULL, true, 132, false);
    struct form form = form_of("gfortran -fopenmp -fbackslash -fdollar-ok -fd-lines-as-code -Ione "
                               "-I two -Jthree -D x -DI=4",
                               "sub/a.f", NULL);
    assert_true(form.read.openmp && form.read.debug_lines);
    static const char *const folders[] = {"sub", "one", "two", "three"};
    for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++)
        assert_string_equal(form.read.folders[i], folders[i]);
    assert_null(form.read.folders[4]);
    form_free(&form);
    form = form_of("gfortran -fopenmp -fno-openmp -fopenmp-simd", "/a.f", NULL);
    assert_false(form.read.openmp || form.read.debug_lines);
    assert_string_equal(form.read.folders[0], "/");
    form_free(&form);
}

static void test_wrappers_form(void **state)
{
    (void)state;
    struct command command = read_words("mpifort -Iown -ffixed-line-length-80");
    struct facts facts = {0};
    struct form form = {0};
    words_split(&facts.options, "'-E' '-v' '-I' '/opt/mpi' '-fopenmp' '-ffixed-line-length-100'");
    words_split(&facts.folders, "/opt/mpi /usr/include/x86_64-linux-gnu/mpich"
                                " /usr/lib/gcc/x86_64-linux-gnu/12/include /usr/local/include"
                                " /usr/include/x86_64-linux-gnu /usr/include");
    form_read(&form, &command, &facts, "a.f", NULL);
    static const char *const folders[] = {".", "own", "/opt/mpi",
                                          "/usr/include/x86_64-linux-gnu/mpich"};
    for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++)
        assert_string_equal(form.read.folders[i], folders[i]);
    assert_null(form.read.folders[4]);
    assert_true(form.read.openmp);
    assert_int_equal(form.read.width, 80);
    form_free(&form);
    facts_free(&facts);
    command_free(&command);
}

static void test_symbols(void **state)
{
    (void)state;
    char one[SYMBOL_SIZE], two[SYMBOL_SIZE];
    symbol_make(one, "/here", "a.f90", "a.o", "end\n", 4);
    symbol_make(two, "/here", "a.f90", "a.o", "end\n", 4);
    assert_int_equal(strlen(one), 20);
    assert_string_equal(one, two);
    symbol_make(two, "/here", "a.f90", "b.o", "end\n", 4);
    assert_string_not_equal(one, two);
    symbol_make(two, "/here", "a.f90", "a.o", "End\n", 4);
    assert_string_not_equal(one, two);
    symbol_make(two, "/her", "ea.f90", "a.o", "end\n", 4);
    assert_string_not_equal(one, two);
}

static void test_facts(void **state)
{
    (void)state;
    struct command command = read_words("gcc -static -MMD -ffreestanding a.c");
    assert_true(command.is_static);
    assert_true(command.wants_dependencies);
    assert_true(command.freestanding);
    command_free(&command);
    command = read_words("gcc -MF x a.c");
    assert_false(command.wants_dependencies);
    assert_int_equal(command.words[2].role, ROLE_OPTION); /* for the compiler to refuse */
    command_free(&command);
    command = read_words("gcc -MF x -MD a.c");
    assert_int_equal(command.words[2].role, ROLE_DEPENDENCIES);
    assert_int_equal(command.does, COMMAND_LINK);
    command_free(&command);
    command = read_words("gcc -MD -MG a.c");
    assert_int_equal(command.does, COMMAND_OTHER);
    command_free(&command);
}

static void test_default_outputs(void **state)
{
    (void)state;
    static const char *const expected[][3] = {{"gcc -c", "src/a.c", "a.o"},
                                              {"gcc -S", "a.b.c", "a.b.s"},
                                              {"gcc -c", "noending", "noending.o"},
                                              {"clang -c -emit-llvm", "a.c", "a.bc"},
                                              {"clang -S -emit-llvm", "a.c", "a.ll"}};
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        char text[100];
        snprintf(text, sizeof text, "%s %s", expected[i][0], expected[i][1]);
        struct command command = read_words(text);
        char *name = command_default_output(&command, expected[i][1]);
        assert_string_equal(name, expected[i][2]);
        free(name);
        command_free(&command);
    }
}

static void test_files_of_words(void **state)
{
    (void)state;
    char path[] = "/tmp/triptych-words-XXXXXX";
    int fd = mkstemp(path);
    FILE *file = fdopen(fd, "w");
    fputs("-c 'a b.c'\n\"-DX=\\\"y z\\\"\"\t-o\\ p @/no/such/file", file);
    fclose(file);
    char text[100];
    snprintf(text, sizeof text, "gcc @%s", path);
    struct command command = read_words(text);
    unlink(path);
    static const char *const expected[] = {"gcc",         "-c",   "a b.c",
                                           "-DX=\"y z\"", "-o p", "@/no/such/file"};
    assert_int_equal(command.count, sizeof expected / sizeof expected[0]);
    for (size_t i = 0; i < command.count; i++)
        assert_string_equal(command.words[i].text, expected[i]);
    assert_string_equal(command.output, " p");
    command_free(&command);
}

static void test_front_end(void **state)
{
    (void)state;
    struct command command =
        read_words("gcc -Ix -D A=1 -fopenmp -std=gnu89 -Wall -fno-such -c -o y a.c "
                   "-include z.h -MF d -O -lm");
    struct words words = {0};
    command_front_end(&command, &words);
    static const char *const expected[] = {"-Ix",        "-D",       "A=1", "-D_OPENMP=201511",
                                           "-std=gnu89", "-include", "z.h", "-O1"};
    assert_int_equal(words.count, sizeof expected / sizeof expected[0]);
    for (size_t i = 0; i < words.count; i++)
        assert_string_equal(words.list[i], expected[i]);
    words_free(&words);
    command_free(&command);
}

static void expect_tails(const char *text, bool loops)
{
    struct command command = read_words(text);
    assert_int_equal(command_loops_tails(&command, false), loops);
    command_free(&command);
}

static void test_tails(void **state)
{
    (void)state;
    expect_tails("gcc a.c", false);
    expect_tails("gcc -O a.c", false);
    expect_tails("gcc -O1 a.c", false);
    expect_tails("gcc -Og a.c", false);
    expect_tails("gcc -O2 a.c", true);
    expect_tails("gcc -Ofast a.c", true);
    expect_tails("gcc -O2 -O0 a.c", false);
    expect_tails("clang -Oz a.c", true);
    expect_tails("gcc -O1 -foptimize-sibling-calls a.c", true);
    expect_tails("gcc -foptimize-sibling-calls a.c", false);
    expect_tails("gcc -O2 -fno-optimize-sibling-calls a.c", false);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_stages),          cmocka_unit_test(test_words_of_options),
        cmocka_unit_test(test_languages),       cmocka_unit_test(test_facts),
        cmocka_unit_test(test_default_outputs), cmocka_unit_test(test_files_of_words),
        cmocka_unit_test(test_front_end),       cmocka_unit_test(test_forms),
        cmocka_unit_test(test_wrappers_form),   cmocka_unit_test(test_symbols),
        cmocka_unit_test(test_tails),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
