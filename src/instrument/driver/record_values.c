/* record_values.c: see record_values.h */
#include "instrument/driver/record_values.h"

#include "instrument/driver/facts.h"
#include "instrument/driver/form.h"
#include "instrument/driver/language.h"
#include "instrument/driver/paths.h"
#include "instrument/driver/preprocess.h"
#include "instrument/instrument.h"

#include <stdlib.h>
#include <unistd.h>

bool instrument_record_is_fortran(const char *file)
{
    return language_of(file, NULL) == LANGUAGE_FORTRAN;
}

/* Returns the file's text, preprocessed if need be; NULL with an error. */
static char *fortran_text(const struct command *command, const char *file, const struct form *form,
                          size_t *size, struct error *error)
{
    struct fortran_input input = {.name = file, .free_form = language_is_free_form(file, NULL)};
    char *text = form->preprocessed ? preprocess_fortran(command, &input, size, error)
                                    : paths_read(file, size);
    if (!text && !form->preprocessed)
        error_errno(error, "cannot read %s", file);
    return text;
}

static bool record_fortran(const struct command *command, const struct facts *facts,
                           struct instrument_request *request, struct instrument_result *done,
                           struct error *error)
{
    struct form form = {0};
    size_t size = 0;
    form_read(&form, command, facts, request->path, NULL);
    char *text = fortran_text(command, request->path, &form, &size, error);
    request->form = form.read;
    request->text = text;
    request->size = size;
    bool good = text && instrument_fortran(request, done, error);
    free(text);
    form_free(&form);
    return good;
}

char *instrument_record_values(const char *file, const char *compiler, char *const *flags,
                               size_t flag_count, struct instrument_values *values, size_t *size,
                               struct error *error)
{
    struct words words = {0};
    struct command command = {0};
    struct facts facts = {0};
    struct instrument_result done = {0};
    char *directory = getcwd(NULL, 0);
    struct instrument_request request = {.path = file,
                                         .shown = file,
                                         .directory = directory ? directory : "",
                                         .header = "<triptych/probes.h>",
                                         .values = values};
    words_add(&words, compiler);
    for (size_t i = 0; i < flag_count; i++)
        words_add(&words, flags[i]);
    command_read(&command, (int)words.count, words.list);
    words_free(&words);
    bool asked = facts_ask(&facts, &command, error);
    bool good = asked && (instrument_record_is_fortran(file)
                              ? record_fortran(&command, &facts, &request, &done, error)
                              : facts_instrument(&facts, &command, &request, &done, error));
    char *text = good ? done.text : NULL;
    *size = done.size;
    if (good)
        done.text = NULL;
    instrument_free(&done);
    facts_free(&facts);
    command_free(&command);
    free(directory);
    return text;
}
