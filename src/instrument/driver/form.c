/* form.c: see form.h */
#include "instrument/driver/form.h"

#include "util/memory.h"

#include <stdlib.h>
#include <string.h>

enum { FIXED_WIDTH = 72, FREE_WIDTH = 132 };

char *form_folder(const char *name)
{
    const char *slash = strrchr(name, '/');
    if (!slash)
        return memory_string(".");
    return memory_printf("%.*s", slash == name ? 1 : (int)(slash - name), name);
}

/* Returns what follows `start` in a word; NULL if the word does not begin with it. */
static const char *behind(const char *word, const char *start)
{
    size_t length = strlen(start);
    return strncmp(word, start, length) != 0 ? NULL : word + length;
}

/* Returns the width of -ffixed-line-length-N and similar; 0 (none) means that all columns count. */
static unsigned width_of(const char *text)
{
    return !strcmp(text, "none") ? 0 : (unsigned)strtoul(text, NULL, 10);
}

/* The line widths of both source forms. */
struct widths {
    unsigned fixed, free;
};

/* Notes what an option says about the form. */
static void take_option(struct form *form, const char *word, struct widths *widths)
{
    struct instrument_fortran_form *read = &form->read;
    const char *fixed_width = behind(word, "-ffixed-line-length-");
    const char *free_width = behind(word, "-ffree-line-length-");
    if (fixed_width)
        widths->fixed = width_of(fixed_width);
    else if (free_width)
        widths->free = width_of(free_width);
    else if (!strcmp(word, "-ffree-form"))
        read->free = true;
    else if (!strcmp(word, "-ffixed-form"))
        read->free = false;
    else if (!strcmp(word, "-fd-lines-as-code"))
        read->debug_lines = true;
    else if (!strcmp(word, "-fd-lines-as-comments"))
        read->debug_lines = false;
    else if (!strcmp(word, "-fopenmp") || !strcmp(word, "-qopenmp"))
        read->openmp = true;
    else if (!strcmp(word, "-fopenacc"))
        read->openacc = true;
    else if (!strcmp(word, "-fno-openmp"))
        read->openmp = false;
    else if (!strcmp(word, "-fautomatic") || !strcmp(word, "-fno-automatic"))
        read->no_automatic = word[2] == 'n';
    else if (!strcmp(word, "-finteger-4-integer-8"))
        read->wide_integers = true;
    else if (!strcmp(word, "-funderscoring") || !strcmp(word, "-fno-underscoring"))
        read->no_underscore = word[2] == 'n';
    else if (!strcmp(word, "-fsecond-underscore") || !strcmp(word, "-fno-second-underscore")) {
        read->second_underscore = word[2] == 's';
        form->says_second = true;
    } else if (!strcmp(word, "-ff2c") || !strcmp(word, "-fno-f2c"))
        form->f2c = word[2] == 'f';
    else if (!strcmp(word, "-cpp") || !strcmp(word, "-nocpp"))
        form->preprocessed = !strcmp(word, "-cpp");
}

static void add_folders(struct form *form, const struct facts *facts)
{
    for (size_t i = 0; i < facts->folders.count; i++) {
        if (facts_is_added(facts->folders.list[i]))
            words_add(&form->folders, facts->folders.list[i]);
    }
}

void form_read(struct form *form, const struct command *command, const struct facts *facts,
               const char *name, const char *x)
{
    struct widths widths = {FIXED_WIDTH, FREE_WIDTH};
    form->read.free = language_is_free_form(name, x);
    form->preprocessed = language_is_preprocessed(name, x);
    char *own = form_folder(name);
    words_add(&form->folders, own);
    free(own);
    for (size_t i = 0; i < facts->options.count; i++)
        take_option(form, facts->options.list[i], &widths);
    for (size_t i = command->compiler; i < command->count; i++) {
        const struct command_word *word = &command->words[i];
        if (word->role != ROLE_OPTION && word->role != ROLE_MODULES)
            continue;
        bool two = command_takes_word(word->text) && i + 1 < command->count;
        const char *folder = behind(word->text, "-I");
        if (!folder && word->role == ROLE_MODULES)
            folder = behind(word->text, "-J");
        if (folder && (*folder || two))
            words_add(&form->folders, *folder ? folder : command->words[i + 1].text);
        else
            take_option(form, word->text, &widths);
        i += two;
    }
    add_folders(form, facts);
    if (!form->says_second)
        form->read.second_underscore = form->f2c;
    form->read.width = form->read.free ? widths.free : widths.fixed;
    form->read.folders = (const char *const *)form->folders.list;
}

void form_free(struct form *form)
{
    words_free(&form->folders);
    *form = (struct form){0};
}
