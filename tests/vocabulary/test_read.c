/* test_read.c: the reader of vocabularies: what it understands, and where it says a mistake is. */
#include "util/memory.h"
#include "vocabulary/compile.h"
#include "vocabulary/library.h"
#include "vocabulary/quick.h"

#include <elf.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define HEAD "vocabulary v\n"

static struct vocabulary *read_text(const char *text)
{
    struct diagnostic trouble = {0};
    struct vocabulary *made = vocabulary_read("v.vocabulary", text, &trouble);
    if (!made)
        print_error("%s\n", trouble.what);
    assert_non_null(made);
    return made;
}

/* Reads a text with a mistake, which must be at the word `at`. */
static void fails(const char *text, const char *at, const char *what)
{
    struct diagnostic trouble = {0};
    struct vocabulary *made = vocabulary_read("v.vocabulary", text, &trouble);
    assert_null(made);
    if (!strstr(trouble.what, what))
        print_error("expected '%s', got '%s'\n", what, trouble.what);
    assert_non_null(strstr(trouble.what, what));
    if (strncmp(text + trouble.at, at, strlen(at)) != 0)
        print_error("'%s': expected at '%s', got '%s'\n", what, at, text + trouble.at);
    assert_int_equal(strncmp(text + trouble.at, at, strlen(at)), 0);
}

static void reads_signatures(void **state)
{
    (void)state;
    struct vocabulary *made =
        read_text(HEAD "unsigned long f(const char *name, long long n, double x, int v[4], "
                       "struct s *s, void (*done)(int, char *), unsigned char c) symbol _Z1f\n"
                       "    visit\n");
    const struct vocabulary_function *f = made->functions;
    const struct vocabulary_parameter *p = f->parameters;
    assert_int_equal(f->parameter_count, 7);
    assert_string_equal(f->symbol, "_Z1f");
    assert_true(f->result.sort == TYPE_INTEGER && f->result.size == 8 && !f->result.is_signed);
    assert_true(p[0].type.sort == TYPE_POINTER && p[0].type.target_size == 1);
    assert_true(p[1].type.sort == TYPE_INTEGER && p[1].type.size == 8 && p[1].type.is_signed);
    assert_true(p[2].type.sort == TYPE_REAL && p[2].type.size == 8);
    assert_true(p[3].type.sort == TYPE_POINTER && p[3].type.target_size == 4 &&
                p[3].type.target_signed);
    assert_true(p[4].type.sort == TYPE_POINTER && !p[4].type.target_size);
    assert_true(p[5].type.sort == TYPE_POINTER && !strcmp(p[5].name, "done"));
    assert_true(p[6].type.size == 1 && !p[6].type.is_signed);
    vocabulary_free(made);
}

static void reads_statements(void **state)
{
    (void)state;
    struct vocabulary *made =
        read_text("# remark\n" HEAD "library libv.so.1, libw.so*\n"
                  "constant BASE = -0x10\n"
                  "state process sizes[]\n"
                  "define twice(x) = x +\n    x\n"
                  "place me() of all()\n"
                  "int me(void)\nint all(void)\n"
                  "int info(int b, int *n)\n"
                  "int put(int *tids, int n, int tag)   # trailing\n"
                  "    call info(n, out size)\n"
                  "    set sizes[n] += twice(size) - BASE\n"
                  "    send to tids[i], tag tag,\n"
                  "        bytes sizes[n] else 0\n"
                  "        for i below n when result >= 0 && tids[i] != me()\n");
    const struct vocabulary_function *put = vocabulary_function_of(made, "put");
    assert_true(vocabulary_has_library(made, "libw.so.3"));
    assert_true(vocabulary_has_library(made, "libv.so.1"));
    assert_false(vocabulary_has_library(made, "libv.so.2"));
    assert_int_equal(vocabulary_act_of(put)->act->type, FORMAT_DOES_SEND);
    assert_non_null(made->places);
    assert_int_equal(made->constants->value, -16);
    vocabulary_free(made);
}

static void says_where_mistakes_are(void **state)
{
    (void)state;
    fails("int f(void)\n    visit\n", "int", "begins with the word vocabulary");
    fails(HEAD, "", "describes no function");
    fails(HEAD "int f(int a)\n    snd to a\n", "snd", "expected what the function does");
    fails(HEAD "int f(int a)\n    send tag a\n", "send", "needs the field `to`");
    fails(HEAD "int f(int a)\n    send\n", "send", "needs the field `to`");
    fails(HEAD "int f(int a)\n    send to a, root a\n", "root", "has no field `root`");
    fails(HEAD "int f(int a)\n    send to a, to a\n", "to a\n", "given twice");
    fails(HEAD "int f(int a)\n    send to b\n", "b\n", "nothing here is called `b`");
    fails(HEAD "int f(int a)\n    send to *a\n", "*a", "not a pointer");
    fails(HEAD "int f(void *a)\n    send to *a\n", "*a", "type behind this pointer");
    fails(HEAD "int f(double a)\n    send to a\n", "a\n", "floating-point argument");
    fails(HEAD "void f(int a)\n    send to result\n", "result", "returns nothing");
    fails(HEAD "int f(int a)\n    before b = result\n    send to b\n", "result",
          "no result before");
    fails(HEAD "int f(int a)\n    send to g(a)\n", "g(a)", "no function `g`");
    fails(HEAD "int g(int b)\nint f(int a)\n    send to g()\n", "g()", "has 1 parameter");
    fails(HEAD "int g(int b)\nint f(int a)\n    send to g(a, a)\n", "a)\n", "only 1 parameter");
    fails(HEAD "int g(int *b)\nint f(int a)\n    call g(in b)\n    visit\n", "b)\n    visit",
          "`in` needs a value");
    fails(HEAD "int g(int b)\nint f(int a)\n    let c = a\n    call g(in c)\n    visit\n",
          "c)\n    visit", "no pointer to a number");
    fails(HEAD "int f(int a)\n    region\n    before enter name \"b\"\n", "before enter",
          "one kind of act");
    fails(HEAD "int f(thing a)\n    visit\n", "thing", "not a type of C");
    fails(HEAD "int f(long double a)\n    visit\n", "long double", "long double");
    fails(HEAD "int f(int a, ...)\n    visit\n", "...", "over before the call");
    fails(HEAD "int f(int a, ...)\n    before enter name a\n", "...", "over before the call");
    fails(HEAD "int f(...)\n    before visit\n", "...", "a parameter with a name");
    fails(HEAD "int f(int a, ..., int b)\n    before visit\n", ", int b", "expected `)`");
    fails(HEAD "int g(int a, ...)\nint f(int a)\n    send to g(a)\n", "g(a)",
          "variable number of arguments");
    fails(HEAD "int f(int a, int a)\n    visit\n", "a)", "two parameters");
    fails(HEAD "int f(int a)\n    visit\nint f(int a)\n    visit\n", "f(int a)\n    visit\n",
          "described twice");
    fails(HEAD "    visit\n", "visit", "there is none");
    fails(HEAD "int f(int a)\n    lock object a\n    send to a\n", "send", "one kind of act");
    fails(HEAD "int f(int a)\n    set x = a\n", "x", "no state `x`");
    fails(HEAD "state process x[]\nint f(int a)\n    set x = a\n", "x = a", "needs a key");
    fails(HEAD "int f(int a)\n    collective gahter group a\n", "gahter", "collective operation");
    fails(HEAD "int f(int a)\n    visit bytes 99999999999999999999\n", "9999", "too large");
    fails(HEAD "int f(int a)\n    visit bytes (a\n", "", "is missing at the end of the line");
    fails(HEAD "int f(int *a)\n    visit bytes a->b\n", "->b",
          "members of structures have no names");
    fails(HEAD "struct info { short from; };\n", " short from; ", "only hold the name of a family");
    fails(HEAD "int f(int a\n", "(", "`)` is missing: the parameters of `f` do not end");
    fails(HEAD "int f(int a)\n    send begins to a, bytes 8\n", "send",
          "needs the field `request`");
    fails(HEAD "int f(int a)\n    visit bytes a $ 2\n", "$", "no meaning");
    fails(HEAD "int f(int a)\n    takes g\n    send\n", "g", "no function `g`");
    fails(HEAD "int f(int a)\n    place\n    visit\n", "place", "number of a place");
}

static void refuses_what_is_too_large(void **state)
{
    (void)state;
    struct buffer text = {0};
    struct diagnostic trouble = {0};
    buffer_add(&text, HEAD "define d0(x) = x + x\n");
    for (int i = 1; i < 30; i++)
        buffer_printf(&text, "define d%d(x) = d%d(x) + d%d(x)\n", i, i - 1, i - 1);
    buffer_add(&text, "int f(int a)\n    visit bytes d29(a)\n");
    assert_null(vocabulary_read("v", text.text, &trouble));
    assert_non_null(strstr(trouble.what, "too"));
    buffer_free(&text);
    trouble = (struct diagnostic){0};
    buffer_add(&text, HEAD "int f(int a)\n    visit bytes ");
    for (int i = 0; i < 100000; i++)
        buffer_add(&text, i % 2 ? "(" : "-");
    assert_null(vocabulary_read("v", text.text, &trouble));
    assert_non_null(strstr(trouble.what, "too deeply"));
    buffer_free(&text);
}

static void makes_libraries_of_both_machines(void **state)
{
    (void)state;
    struct vocabulary *made =
        read_text(HEAD "int f(int a, double b, int c, int d, int e, int g, int h, int i, int j,"
                       " float k, int l)\n    visit bytes l\nint called(int a)\n");
    for (int machine = VOCABULARY_AARCH64; machine <= VOCABULARY_X86_64; machine++) {
        struct buffer bytes = {0};
        struct error error = {0};
        assert_true(
            vocabulary_library_make(&made, 1, (enum vocabulary_machine)machine, &bytes, &error));
        const Elf64_Ehdr *head = (const void *)bytes.text;
        assert_int_equal(memcmp(head->e_ident, ELFMAG, SELFMAG), 0);
        assert_int_equal(head->e_machine, machine == VOCABULARY_AARCH64 ? EM_AARCH64 : EM_X86_64);
        const Elf64_Phdr *parts = (const void *)(bytes.text + head->e_phoff);
        assert_int_equal(parts[1].p_offset + parts[1].p_filesz, bytes.used);
        assert_int_equal((parts[1].p_vaddr - parts[1].p_offset) % parts[1].p_align, 0);
        buffer_free(&bytes);
        struct vocabulary *both[] = {made, made};
        assert_false(
            vocabulary_library_make(both, 2, (enum vocabulary_machine)machine, &bytes, &error));
        assert_non_null(strstr(error.text, "two of the vocabularies"));
        buffer_free(&bytes);
    }
    vocabulary_free(made);
}

static struct vocabulary_steps steps; /* of the last quick form */

/* Compiles the statement of `int f(int a, long b, char *c)`; returns its quick form. */
static struct format_vocabulary_quick quick_form(const char *statement)
{
    char text[256];
    struct vocabulary_compiled compiled;
    struct vocabulary_numbers numbers = {0};
    struct diagnostic trouble = {0};
    struct format_vocabulary_function function = {.arguments = {0, 1, 2}, .parameters = 3};
    snprintf(text, sizeof text,
             HEAD "state thread kept\nstate process all\nstate process by[]\nint g(void)\n"
                  "int f(int a, long b, char *c)\n    %s\nint h(long *x)\n",
             statement);
    struct vocabulary *made = read_text(text);
    assert_true(vocabulary_compile(made, made->functions->next, &numbers, &compiled, &trouble));
    vocabulary_quick_make(&compiled, &function, &steps);
    vocabulary_compiled_free(&compiled);
    vocabulary_free(made);
    return function.quick;
}

static void finds_quick_forms(void **state)
{
    (void)state;
    struct format_vocabulary_quick quick =
        quick_form("send to a, tag int32(c), bytes b * 8 when result > 0");
    assert_true(quick.is_quick && quick.logs_quick && quick.bytes == 1 && quick.count == 3 &&
                !quick.is_outside);
    assert_true(quick.from == 1 && quick.to == INT64_MAX);
    assert_int_equal(quick.tested.source, FORMAT_SOURCE_RESULT);
    assert_true(quick.fields[0].source == 1 && quick.fields[0].factor == 8);
    assert_true(quick.fields[0].type == (8 | FORMAT_TYPE_SIGNED));
    quick = quick_form("collective gather given a, taken 16 when b != 3");
    assert_true(quick.is_quick && quick.count == 2 && quick.is_outside);
    assert_true(quick.from == 3 && quick.to == 3 && quick.tested.source == 1);
    assert_true(!quick.fields[1].type && quick.fields[1].plus == 16);
    assert_true(quick_form("visit").is_quick);
    quick = quick_form("send to g(), bytes b");
    assert_true(quick.is_quick && quick.logs_quick && quick.way == FORMAT_QUICK_CALLS);
    quick = quick_form("call g() when a > 1\n    send to a, bytes g() when a > 1");
    assert_true(quick.is_quick && quick.steps == 2 && steps.all[0].when == FORMAT_WHEN_ACT &&
                steps.all[1].when == FORMAT_WHEN_ACT);
    quick = quick_form("send to a, tag text(c), bytes int32(c + 4) when *c");
    assert_true(quick.is_quick && !quick.logs_quick && quick.fields[0].plus == 4);
    assert_true(quick.fields[0].loaded == (4 | FORMAT_TYPE_SIGNED) && quick.tested.loaded);
    quick = quick_form("send to 2 * (a - 3) + 1, bytes b when a + 1 < 3");
    assert_true(quick.logs_quick && quick.fields[1].factor == 2 && quick.fields[1].plus == -5);
    assert_true(quick.tested.plus == 1 && quick.to == 2);
    assert_false(quick_form("lock object c").is_quick);
    assert_false(quick_form("before x = g()\n    send to a, bytes x").begins);
    quick = quick_form("set all = b\n    visit");
    assert_true(quick.is_quick && quick.sets == 1 && quick.way == FORMAT_QUICK_SHARED);
    assert_false(quick_form("let x = b when a\n    send to a, bytes x").is_quick);
}

/* What is done only on a condition, or several times. */
static void finds_branches(void **state)
{
    (void)state;
    struct format_vocabulary_quick quick = quick_form("send to a, bytes a ? g() : b");
    assert_true(quick.is_quick && quick.logs_quick && quick.way == FORMAT_QUICK_CALLS);
    assert_true(steps.all[0].op == FORMAT_STEP_UNLESS && steps.all[0].number == 3 &&
                steps.all[1].op == FORMAT_OP_CALL && steps.all[2].op == FORMAT_OP_KEEP);
    assert_true(steps.all[3].op == FORMAT_STEP_UNLESS && !steps.all[3].parts[0].type &&
                steps.all[3].number == 1 && steps.all[4].op == FORMAT_OP_KEEP &&
                steps.all[4].to == steps.all[2].to);
    quick = quick_form("call h(out x) when a > 1\n    send to a, bytes a > 1 ? x : b");
    assert_true(quick.is_quick && steps.all[1].op == FORMAT_STEP_UNLESS && !steps.all[2].when);
    unsigned needs = 0;
    for (unsigned i = 0; i < quick.steps; i++)
        needs += steps.all[i].op == FORMAT_STEP_NEED && steps.all[i].parts[0].source;
    assert_int_equal(needs, 1);
    quick = quick_form("visit bytes product(c[i] + sum(c[k] for k below i) for i below b)");
    assert_true(quick.is_quick && quick.logs_quick && quick.way == FORMAT_QUICK_OTHER);
    unsigned repeats = 0;
    for (unsigned i = 0; i < quick.steps; i++)
        repeats += steps.all[i].op == FORMAT_STEP_REPEAT;
    assert_int_equal(repeats, 2);
    quick = quick_form("visit bytes (a + b) * (a + b) + ((a < b) + (a < b ? a : b))");
    assert_true(quick.is_quick && quick.steps == 6 && steps.all[2].op == FORMAT_OP_LESS &&
                steps.all[3].op == FORMAT_STEP_LEAST); /* one sum, two comparisons */
    assert_true(quick_form("call g() when a > 1\n    send to a, bytes b when a > 2").is_quick);
    assert_true(quick_form("call g() when a\n    send to a, bytes b for i below b").is_quick);
    assert_false(quick_form("visit bytes sum(by[i] for i below b)").is_quick);
    assert_false(quick_form("visit bytes a ? g() : by[b]").is_quick);
}

/* Several messages of a call have steps of their own where they are logged. */
static void finds_messages(void **state)
{
    (void)state;
    struct format_vocabulary_quick quick =
        quick_form("send to c[i], tag 2, bytes b for i below a when i != b");
    const struct format_vocabulary_step *step = &steps.all[quick.steps];
    assert_true(quick.is_quick && !quick.logs_quick && quick.messages == 5);
    assert_true(step[0].op == FORMAT_STEP_REPEAT && step[0].number == 4 &&
                step[2].op == FORMAT_STEP_UNLESS && step[2].number == 2 &&
                step[4].op == FORMAT_STEP_MESSAGE && !step[4].number);
    assert_true(step[4].parts[FORMAT_QUICK_PEER].loaded &&
                step[4].parts[FORMAT_QUICK_TAG].plus == 2 &&
                step[4].parts[FORMAT_QUICK_BYTES].source == 1);
    quick = quick_form("send to 1, bytes b for i below a when result\n    receive from 1, bytes a");
    step = &steps.all[quick.steps];
    assert_true(quick.messages == 4 && step[0].op == FORMAT_STEP_UNLESS && step[0].number == 2 &&
                step[1].op == FORMAT_STEP_REPEAT && step[3].number == 1);
    assert_false(quick_form("send to 1, bytes b\n    send to 2, request b").messages);
    assert_false(quick_form("send to 1, bytes b\n    send to 2, group b").messages);
    assert_false(quick_form("send to 1, bytes b").messages);
}

static void finds_sums(void **state)
{
    (void)state;
    struct format_vocabulary_quick quick =
        quick_form("send to a, bytes b\n    receive from a, bytes result when result > 0");
    assert_true(quick.is_quick && !quick.logs_quick && quick.bytes == 1 && quick.count == 1 &&
                !quick.is_outside && quick.way == FORMAT_QUICK_STEPS);
    assert_true(quick.steps == 3 && steps.all[0].op == FORMAT_STEP_COUNT && steps.all[0].is_first &&
                steps.all[2].op == FORMAT_STEP_COUNT && !steps.all[2].is_first);
    assert_true(steps.all[2].parts[2].source == steps.all[1].to &&
                quick.fields[0].source == steps.all[2].to && steps.all[2].to == steps.all[0].to);
    quick = quick_form("send to c[i], tag i, bytes b for i below a");
    assert_true(quick.is_quick && quick.steps == 1 && steps.all[0].op == FORMAT_STEP_COUNT &&
                steps.all[0].parts[0].source == 1 && steps.all[0].parts[1].source == 0);
    quick = quick_form("send to a, bytes 3 * i for i below b when i != a");
    assert_true(quick.is_quick && quick.way == FORMAT_QUICK_OTHER && quick.steps == 4);
    assert_true(steps.all[1].op == FORMAT_STEP_REPEAT && steps.all[1].number == 2 &&
                steps.all[1].parts[0].source == 1);
    quick = quick_form("send to a, bytes c[i] for i below b");
    assert_true(quick.is_quick && quick.steps == 1 && steps.all[0].op == FORMAT_STEP_SUM &&
                steps.all[0].is_first && steps.all[0].number == 1 && steps.all[0].parts[0].loaded &&
                steps.all[0].parts[1].source == 1);
    quick = quick_form("visit bytes b\n    visit bytes int32(c + 8 * i + 4) for i below b");
    assert_true(quick.is_quick && quick.steps == 2 && steps.all[1].op == FORMAT_STEP_SUM &&
                !steps.all[1].is_first && steps.all[1].number == 8 &&
                steps.all[1].parts[0].plus == 4);
    quick = quick_form("receive from a, bytes b, request c");
    assert_true(quick.is_quick && !quick.logs_quick && !quick.steps && !quick.fields[0].type &&
                !quick.fields[0].plus);
    assert_true(quick_form("wait request c, bytes b").is_quick);
    quick = quick_form("send to g(), bytes b\n    receive from g(), bytes b");
    assert_true(quick.is_quick && quick.way == FORMAT_QUICK_CALLS);
    assert_true(quick_form("send to g(), bytes i for i below b").is_quick);
    assert_false(quick_form("send to a, bytes by[i] for i below b").is_quick);
    assert_false(quick_form("send to a, bytes b\n    send to g(), bytes b when a").is_quick);
}

static void finds_steps(void **state)
{
    (void)state;
    struct format_vocabulary_quick quick = quick_form("send to a, bytes int32(c) + 1");
    assert_true(quick.is_quick && quick.steps == 1 && steps.count == 1);
    assert_true(steps.all[0].op == FORMAT_OP_ADD && steps.all[0].parts[0].loaded &&
                steps.all[0].parts[1].plus == 1);
    quick = quick_form("send to a, bytes 5 - b when a > 0 && b > 0");
    assert_true(quick.is_quick && quick.is_outside && !quick.from && !quick.to);
    quick = quick_form("before x = b\n    let y = result\n    send to a, bytes y < x ? y : x");
    assert_true(quick.is_quick && quick.logs_quick && !quick.before && quick.later);
    assert_true(quick.steps == 1 && steps.all[0].op == FORMAT_STEP_LEAST &&
                quick.way == FORMAT_QUICK_STEPS);
    quick = quick_form("before x = *c\n    send to a, bytes x <= b ? b : x");
    assert_true(quick.is_quick && quick.before == 1 && quick.known == 1 && !quick.later);
    assert_true(quick.steps == 1 && steps.all[1].op == FORMAT_STEP_MOST);
    quick = quick_form("let less = a < b\n    send to a, tag less, bytes less ? a : b");
    assert_true(quick.steps == 2 && steps.all[0].op == FORMAT_OP_LESS &&
                steps.all[1].op == FORMAT_OP_JUMP_FALSE);
    quick = quick_form("send to a, bytes int64(c)");
    assert_true(quick.way == FORMAT_QUICK_NEAR && !quick.is_plain);
    quick = quick_form("set kept += b\n    visit");
    assert_true(quick.is_quick && !quick.steps && quick.sets == 1 &&
                steps.all[steps.count - 1].op == FORMAT_OP_ADD);
    quick = quick_form("set kept += b\n    visit bytes kept");
    assert_true(quick.is_quick && quick.steps == 1 && quick.sets == 1 &&
                steps.all[0].op == FORMAT_OP_ADD && steps.all[1].op == FORMAT_OP_ADD);
    quick = quick_form("send to a, bytes kept\n    set kept = 0 when result > 0");
    assert_true(quick.is_quick && quick.fields[0].source == FORMAT_SOURCE_STATES &&
                quick.sets == 1);
    quick = quick_form("set kept = 7\n    send to a, bytes kept");
    assert_true(quick.is_quick && !quick.steps && !quick.fields[0].type &&
                quick.fields[0].plus == 7);
    quick = quick_form("send to a, bytes by[b]\n    set by[b] = 0");
    assert_true(quick.is_quick && quick.way == FORMAT_QUICK_KEY && quick.steps == 1 &&
                quick.sets == 1 && steps.all[0].cell == steps.all[1].cell);
    quick = quick_form("send to a, bytes all\n    set by[a] += b");
    assert_true(quick.is_quick && quick.way == FORMAT_QUICK_SHARED);
    assert_false(quick_form("set by[a] = 1\n    visit bytes by[b]").is_quick); /* a may be b */
    quick = quick_form("before x = b\n    let y = g()\n    send to a, bytes x + y");
    assert_true(quick.is_quick && quick.later && steps.all[0].op == FORMAT_OP_CALL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_signatures),
        cmocka_unit_test(reads_statements),
        cmocka_unit_test(says_where_mistakes_are),
        cmocka_unit_test(refuses_what_is_too_large),
        cmocka_unit_test(makes_libraries_of_both_machines),
        cmocka_unit_test(finds_quick_forms),
        cmocka_unit_test(finds_branches),
        cmocka_unit_test(finds_messages),
        cmocka_unit_test(finds_sums),
        cmocka_unit_test(finds_steps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
