/* main.c: triptych-script-reader FILE.rb OUT IN [ARGUMENTS...]: runs a task script and writes its
 * tasks and streams as lines of JSON to the descriptor OUT; answers to what it waits for come from
 * the descriptor IN. A program of its own, so that `triptych` does not need Ruby. */
#include "model/ruby/prelude.h"
#include "model/ruby/translate.h"
#include "script/ruby/prelude.h"

#include <fcntl.h>
#include <jansson.h>
#include <ruby.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

/* Tells of an error in the script. */
static int print_error(int out, const char *file, unsigned line, const char *text)
{
    json_t *error =
        json_pack("{s:{s:s?, s:i, s:s?}}", "error", "file", file, "line", (int)line, "text", text);
    if (!error)
        error = json_pack("{s:{s:s, s:i, s:s}}", "error", "file", "", "line", (int)line, "text",
                          "the file's name or text is no UTF-8");
    char *line_text = json_dumps(error, JSON_COMPACT);
    dprintf(out, "%s\n", line_text ? line_text : "{\"error\":{}}");
    free(line_text);
    json_decref(error);
    return 1;
}

/* Reads the file into `text`. Returns NULL or why it cannot. */
static const char *read_file(const char *path, struct buffer *text)
{
    FILE *in = fopen(path, "re");
    if (!in)
        return "cannot be read";
    char block[65536];
    for (size_t size; (size = fread(block, 1, sizeof block, in)) > 0;)
        buffer_add_bytes(text, block, size);
    bool failed = ferror(in);
    fclose(in);
    buffer_add(text, "");
    if (memchr(text->text, '\0', text->used))
        return "has a zero byte: it is no text";
    return failed ? "cannot be read" : NULL;
}

static VALUE evaluate(VALUE text)
{
    VALUE file = rb_str_new_cstr("triptych/script.rb");
    VALUE binding = rb_const_get(rb_cObject, rb_intern("TOPLEVEL_BINDING"));
    return rb_funcall(binding, rb_intern("eval"), 3, text, file, INT2FIX(1));
}

static bool prepare(void)
{
    const char *const preludes[] = {model_ruby_cost_prelude, model_ruby_metaprogram_prelude,
                                    script_ruby_prelude};
    int state = 0;
    rb_eval_string_protect("require 'json'; begin require 'did_you_mean'; rescue LoadError; end",
                           &state);
    for (size_t i = 0; !state && i < sizeof preludes / sizeof preludes[0]; i++)
        rb_protect(evaluate, rb_utf8_str_new_cstr(preludes[i]), &state);
    if (!state)
        return true;
    VALUE text = rb_inspect(rb_errinfo());
    fprintf(stderr, "triptych-script-reader: %s\n", StringValueCStr(text));
    return false;
}

/* Calls Script.run; in a function of its own for rb_protect. */
static VALUE run(VALUE data)
{
    VALUE *values = (VALUE *)data;
    VALUE module = rb_const_get(rb_cObject, rb_intern("Script"));
    return rb_funcall(module, rb_intern("run"), 4, values[0], values[1], values[2], values[3]);
}

static int run_ruby(int out, int in, const char *file, const struct buffer *text, char **more)
{
    char name[] = "triptych-script-reader", no_gems[] = "--disable=gems", eval[] = "-e",
         none[] = "";
    char *words[] = {name, no_gems, eval, none, NULL}, **arguments = words;
    int count = 4, state = 0;
    ruby_sysinit(&count, &arguments);
    RUBY_INIT_STACK;
    ruby_init();
    ruby_options(count, arguments);
    if (!prepare())
        return print_error(out, file, 0, "Ruby could not be started; is libruby3.1 complete?");
    VALUE list = rb_const_get(rb_cObject, rb_intern("ARGV"));
    for (; *more; more++)
        rb_ary_push(list, rb_utf8_str_new_cstr(*more));
    ruby_script(file);
    VALUE values[] = {rb_utf8_str_new(text->text, (long)text->used), rb_utf8_str_new_cstr(file),
                      INT2FIX(out), INT2FIX(in)};
    VALUE result = rb_protect(run, (VALUE)values, &state);
    if (state)
        return print_error(out, file, 0, "Ruby ended it in an unknown way");
    int status = result == Qtrue ? 0 : FIXNUM_P(result) ? FIX2INT(result) : 1;
    int cleaned = ruby_cleanup(0); /* at_exit blocks of the script */
    return status ? status : cleaned;
}

int main(int argc, char **argv)
{
    if (argc < 4) {
        fputs("usage: triptych-script-reader FILE.rb OUT IN [ARGUMENTS...]\n", stderr);
        return 2;
    }
    const char *file = argv[1];
    int out = (int)strtol(argv[2], NULL, 10);
    int in = (int)strtol(argv[3], NULL, 10);
    prctl(PR_SET_PDEATHSIG, SIGKILL); /* a script that never ends does not outlive the command */
    fcntl(out, F_SETFD, FD_CLOEXEC);  /* not for programs that the script itself starts */
    fcntl(in, F_SETFD, FD_CLOEXEC);
    struct buffer text = {0}, ruby = {0};
    struct error error = {0};
    unsigned line = 0;
    const char *why = read_file(file, &text);
    if (why)
        return print_error(out, file, 0, why);
    if (!model_ruby_translate(text.text, text.used, &ruby, &line, &error))
        return print_error(out, file, line, error.text);
    return run_ruby(out, in, file, &ruby, argv + 4);
}
