/* translate.c: translates the `#pragma tri` directives of a C source, before it gets probes. */
#include "instrument/driver/flatten.h"
#include "instrument/driver/paths.h"
#include "instrument/driver/state.h"
#include "util/memory.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* True if a text may have directives. */
static bool may_have_directives(const char *text, size_t size)
{
    static const char pragma[] = "pragma";
    const char *end = text + size;
    for (const char *at = text; (at = memmem(at, (size_t)(end - at), pragma, strlen(pragma)));) {
        at += strlen(pragma);
        while (at < end && (isspace((unsigned char)*at) || *at == '\\'))
            at++;
        if (end - at > 3 && !memcmp(at, "tri", 3) && !isalnum((unsigned char)at[3]) && at[3] != '_')
            return true;
    }
    return false;
}

/* Writes the translated text to a file with the source's name. */
static void write_plain(struct state *state, struct source *source,
                        const struct instrument_result *done)
{
    const char *slash = strrchr(source->name, '/');
    const char *base = slash ? slash + 1 : source->name;
    source->plain = memory_printf("%s/%zu/places/%s", state->scratch, source->word,
                                  strcmp(base, "-") != 0 ? base : "stdin.c");
    if (!paths_write(source->plain, done->text, done->size)) {
        source->wrong =
            memory_printf("triptych %s: cannot write %s\n", state->options->called, source->plain);
        free(source->plain);
        source->plain = NULL;
    }
}

static void translate(struct state *state, struct source *source, const char *path)
{
    char *header = memory_printf("\"%s/triptych/places_calls.h\"", state->options->include);
    char *directory = getcwd(NULL, 0);
    struct instrument_request request = {.path = path,
                                         .shown = source->shown,
                                         .header = header,
                                         .directory = directory ? directory : "",
                                         .translates = true};
    struct instrument_result done = {0};
    struct error error = {0};
    if (!facts_instrument(&state->facts, &state->command, &request, &done, &error))
        source->wrong = memory_printf("%s: error: its `#pragma tri` directives cannot be "
                                      "translated: %s\n",
                                      source->shown, error.text);
    else if (done.errors)
        source->wrong = memory_string(done.errors);
    else if (done.text)
        write_plain(state, source, &done);
    instrument_free(&done);
    free(directory);
    free(header);
}

void translate_source(struct state *state, struct source *source)
{
    size_t size = 0;
    char *text = paths_read(source->path, &size), *path = NULL;
    struct flat flat = {0};
    if (text)
        flatten_source(&(struct flatten_request){.command = &state->command,
                                                 .path = source->path,
                                                 .shown = source->shown,
                                                 .text = text,
                                                 .scratch = state->scratch},
                       &flat);
    if (flat.text) {
        const char *slash = strrchr(source->name, '/');
        path = memory_printf("%s/%zu/flat/%s", state->scratch, source->word,
                             slash ? slash + 1 : source->name);
        if (!paths_write(path, flat.text, flat.size))
            source->wrong =
                memory_printf("triptych %s: cannot write %s\n", state->options->called, path);
    }
    if (!source->wrong && text && (flat.asks || may_have_directives(text, size)))
        translate(state, source, path ? path : source->path);
    free(flat.text);
    free(path);
    free(text);
}
