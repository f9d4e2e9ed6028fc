/* test_command.c: how a compiler's command line is understood. */
#include "instrument/driver/command.h"

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

static void expect(const char *text, enum command_does does, size_t c_sources, size_t inputs,
                   const char *output)
{
    struct command command = read_words(text);
    assert_int_equal(command.does, does);
    assert_int_equal(command.c_sources, c_sources);
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
    expect("gcc -x c++ a.c", COMMAND_LINK, 0, 1, NULL);
    expect("gcc -x c -", COMMAND_LINK, 1, 1, NULL);
    expect("gcc a.cc a.C a.s a.S a.f90 a.i a.c", COMMAND_LINK, 1, 7, NULL);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_stages),          cmocka_unit_test(test_words_of_options),
        cmocka_unit_test(test_languages),       cmocka_unit_test(test_facts),
        cmocka_unit_test(test_default_outputs), cmocka_unit_test(test_files_of_words),
        cmocka_unit_test(test_front_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
