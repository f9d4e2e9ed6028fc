/* main.c: triptych-metaprogram FILE: runs a metaprogram and prints its metamodel as JSON, or
 * {"error": {"file", "line", "text"}} with exit status 1. A program of its own, so that `triptych`
 * does not need Ruby, and so that the user's Ruby can be bounded. What it prints goes to stderr. */
#include "model/ruby/confine.h"
#include "model/ruby/prelude.h"
#include "model/ruby/translate.h"

#include <jansson.h>
#include <ruby.h>
#include <ruby/debug.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    SECONDS = 10, /* after which an endless loop is stopped; TRIPTYCH_MODEL_SECONDS says else */
    MORE = 3,     /* seconds later, the process itself */
    MEGABYTES = 1024,
    LARGEST = 16 << 20, /* of a file */
};

static int print_error(FILE *out, const char *file, unsigned line, const char *text)
{
    json_t *error =
        json_pack("{s:{s:s?, s:i, s:s?}}", "error", "file", file, "line", (int)line, "text", text);
    if (!error)
        error = json_pack("{s:{s:s, s:i, s:s}}", "error", "file", "", "line", (int)line, "text",
                          "the file's name or text is no UTF-8");
    json_dumpf(error, out, JSON_COMPACT);
    json_decref(error);
    return 1;
}

/* Returns the limit of time in seconds. */
static unsigned time_limit(void)
{
    const char *text = getenv("TRIPTYCH_MODEL_SECONDS");
    long seconds = text ? strtol(text, NULL, 10) : 0;
    return seconds > 0 && seconds <= 86400 ? (unsigned)seconds : SECONDS;
}

/* Reads the file into `text`. Returns NULL or why it cannot. */
static const char *read_file(const char *path, struct buffer *text)
{
    FILE *in = fopen(path, "re");
    if (!in)
        return "cannot be read";
    char block[65536];
    for (size_t size; (size = fread(block, 1, sizeof block, in)) > 0 && text->used <= LARGEST;)
        buffer_add_bytes(text, block, size);
    bool failed = ferror(in);
    fclose(in);
    buffer_add(text, "");
    if (memchr(text->text, '\0', text->used))
        return "has a zero byte: it is no text";
    return failed ? "cannot be read" : text->used > LARGEST ? "is larger than 16 MiB" : NULL;
}

/* The line of the file that Ruby executes: known even where an exception cannot tell it. */
static int last_line;
static VALUE traced_file;

static void keep_line(VALUE point, void *data)
{
    rb_trace_arg_t *event = rb_tracearg_from_tracepoint(point);
    VALUE path = rb_tracearg_path(event);
    (void)data;
    if (RB_TYPE_P(path, T_STRING) && rb_str_equal(path, traced_file) == Qtrue)
        last_line = FIX2INT(rb_tracearg_lineno(event));
}

static VALUE tell_last_line(VALUE self)
{
    (void)self;
    return INT2FIX(last_line);
}

/* Calls Metaprogram.run; in a function of its own for rb_protect. */
static VALUE run(VALUE data)
{
    VALUE *arguments = (VALUE *)data;
    VALUE module = rb_const_get(rb_cObject, rb_intern("Metaprogram"));
    rb_define_singleton_method(module, "last_line", tell_last_line, 0);
    VALUE point = rb_tracepoint_new(0, RUBY_EVENT_LINE, keep_line, NULL);
    rb_gc_register_mark_object(point);
    rb_tracepoint_enable(point);
    return rb_funcall(module, rb_intern("run"), 3, arguments[0], arguments[1], arguments[2]);
}

static VALUE evaluate(VALUE text)
{
    VALUE file = rb_str_new_cstr("triptych/metaprogram.rb");
    VALUE binding = rb_const_get(rb_cObject, rb_intern("TOPLEVEL_BINDING"));
    return rb_funcall(binding, rb_intern("eval"), 3, text, file, INT2FIX(1));
}

static bool prepare(void)
{
    int state = 0;
    rb_eval_string_protect("require 'json'; begin require 'did_you_mean'; rescue LoadError; end",
                           &state);
    if (!state)
        rb_protect(evaluate, rb_utf8_str_new_cstr(model_ruby_cost_prelude), &state);
    if (!state)
        rb_protect(evaluate, rb_utf8_str_new_cstr(model_ruby_metaprogram_prelude), &state);
    if (!state)
        rb_protect(evaluate, rb_utf8_str_new_cstr(model_ruby_confined_prelude), &state);
    if (!state)
        return true;
    VALUE error = rb_errinfo();
    VALUE text = rb_inspect(error);
    fprintf(stderr, "triptych-metaprogram: %s\n", StringValueCStr(text));
    return false;
}

static int run_ruby(FILE *out, const char *file, const struct buffer *text)
{
    char name[] = "triptych-metaprogram", no_gems[] = "--disable=gems", eval[] = "-e", none[] = "";
    char *words[] = {name, no_gems, eval, none, NULL}, **arguments = words;
    int count = 4, state = 0;
    ruby_sysinit(&count, &arguments);
    RUBY_INIT_STACK;
    ruby_init();
    ruby_options(count, arguments);
    if (!prepare())
        return print_error(out, file, 0, "Ruby could not be started; is libruby3.1 complete?");
    VALUE values[] = {rb_utf8_str_new(text->text, (long)text->used), rb_utf8_str_new_cstr(file),
                      UINT2NUM(time_limit())};
    traced_file = values[1];
    rb_gc_register_mark_object(traced_file);
    ruby_confine_resources(time_limit() + MORE, MEGABYTES);
    if (!ruby_confine_calls())
        fputs("triptych-metaprogram: system calls are not confined on this kernel\n", stderr);
    VALUE result = rb_protect(run, (VALUE)values, &state);
    if (state || !RB_TYPE_P(result, T_STRING))
        return print_error(out, file, 0, "Ruby ended it in an unknown way");
    size_t size = (size_t)RSTRING_LEN(result);
    fwrite(RSTRING_PTR(result), 1, size, out);
    return size >= 9 && !memcmp(RSTRING_PTR(result), "{\"error\":", 9);
}

int main(int argc, char **argv)
{
    bool translates = argc == 3 && !strcmp(argv[1], "--translate");
    if (argc != 2 && !translates) {
        fputs("usage: triptych-metaprogram [--translate] FILE.rb\n", stderr);
        return 2;
    }
    const char *file = argv[argc - 1];
    int kept = dup(STDOUT_FILENO);
    FILE *out = kept >= 0 ? fdopen(kept, "w") : NULL;
    if (!out || dup2(STDERR_FILENO, STDOUT_FILENO) < 0)
        return 1;
    struct buffer text = {0}, ruby = {0};
    struct error error = {0};
    unsigned line = 0;
    const char *why = read_file(file, &text);
    int status = 0;
    if (why)
        status = print_error(out, file, 0, why);
    else if (!model_ruby_translate(text.text, text.used, &ruby, &line, &error))
        status = print_error(out, file, line, error.text);
    else if (translates)
        fwrite(ruby.text, 1, ruby.used, out);
    else
        status = run_ruby(out, file, &ruby);
    if (fflush(out) != 0)
        status = 1;
    _exit(status); /* without Ruby's at_exit blocks and finalizers, which are the user's */
}
