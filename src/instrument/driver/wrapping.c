/* wrapping.c: see wrapping.h */
#include "instrument/driver/wrapping.h"

#include "instrument/driver/process.h"
#include "util/buffer.h"
#include "util/memory.h"

#include <elf.h>
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool wrapping_is_needed(const struct state *state)
{
    const struct command *command = &state->command;
    return state->options->wrapped && command->does == COMMAND_LINK && command->is_static &&
           !command->is_relocatable && !command->freestanding;
}

/* Writes the assembler code to the scratch folder; false with a message. */
static bool write_code(const struct state *state)
{
    struct buffer path = {0};
    buffer_printf(&path, "%s/described.s", state->scratch);
    FILE *file = fopen(path.text, "we");
    bool good = file && fputs(state->options->wrapped->code, file) >= 0;
    if (file)
        good = fclose(file) == 0 && good;
    if (!good)
        fprintf(stderr, "triptych %s: %s cannot be written: %s\n", state->options->called,
                path.text, strerror(errno));
    buffer_free(&path);
    return good;
}

int wrapping_make(const struct state *state)
{
    const struct command *command = &state->command;
    struct words words = {0};
    if (!write_code(state))
        return 1 << 8;
    for (size_t i = 0; i < command->compiler; i++)
        words_add(&words, command->words[i].text);
    words_add(&words, "-c");
    words_printf(&words, "%s/described.s", state->scratch);
    words_add(&words, "-o");
    words_printf(&words, "%s/described.o", state->scratch);
    struct error error = {0};
    int status = process_run(words.list, &(struct process){0}, &error);
    if (status == PROCESS_MISSING)
        state_say_missing(state, &error);
    words_free(&words);
    return status;
}

void wrapping_find_patterns(const struct state *state, const char *program)
{
    struct error error = {0};
    if (!program)
        error_set(&error, "functions that a vocabulary names by a pattern are not measured, as the "
                          "program cannot be linked without the compiler's libraries");
    else if (state->options->wrapped->find(state->options->wrapped, program, &error))
        return;
    fprintf(stderr, "triptych %s: %s\n", state->options->called, error.text);
}

/* Copies a part of a file; false if it is beyond its end. */
static bool copy(const struct buffer *file, void *to, uint64_t at, size_t size)
{
    if (at > file->used || size > file->used - at)
        return false;
    memcpy(to, file->text + at, size);
    return true;
}

/* Notes a function that the program defines. */
static bool note(const struct state *state, const char *name, bool *found)
{
    const struct instrument_wrapped *wrapped = state->options->wrapped;
    for (size_t i = 0; i < wrapped->count; i++) {
        if (!strcmp(wrapped->symbols[i], name) && !found[i]) {
            found[i] = true;
            return strstr(name, "longjmp") == NULL; /* all have these */
        }
    }
    return false;
}

/* Reads the symbols of a section; returns how many described functions are among them. */
static size_t read_symbols(const struct state *state, const struct buffer *file,
                           const Elf64_Ehdr *head, const Elf64_Shdr *table, bool *found)
{
    Elf64_Shdr strings;
    Elf64_Sym symbol;
    size_t count = 0;
    if (!copy(file, &strings, head->e_shoff + (uint64_t)table->sh_link * sizeof strings,
              sizeof strings) ||
        strings.sh_offset > file->used || strings.sh_size > file->used - strings.sh_offset)
        return 0;
    for (uint64_t at = 0; at + sizeof symbol <= table->sh_size &&
                          copy(file, &symbol, table->sh_offset + at, sizeof symbol);
         at += sizeof symbol) {
        const char *name = file->text + strings.sh_offset + symbol.st_name;
        if (symbol.st_shndx != SHN_UNDEF && ELF64_ST_TYPE(symbol.st_info) == STT_FUNC &&
            ELF64_ST_BIND(symbol.st_info) != STB_LOCAL && symbol.st_name < strings.sh_size &&
            memchr(name, 0, strings.sh_size - symbol.st_name))
            count += note(state, name, found);
    }
    return count;
}

static bool read_file(const char *path, struct buffer *to)
{
    char block[65536];
    size_t got;
    FILE *file = fopen(path, "re");
    while (file && (got = fread(block, 1, sizeof block, file)) > 0)
        buffer_add_bytes(to, block, got);
    return file && fclose(file) == 0;
}

bool *wrapping_find(const struct state *state, const char *program)
{
    struct buffer file = {0};
    Elf64_Ehdr head;
    Elf64_Shdr section;
    size_t count = 0;
    bool *found = memory_zeroed(state->options->wrapped->count + 1, sizeof *found);
    bool good = read_file(program, &file) && copy(&file, &head, 0, sizeof head) &&
                !memcmp(head.e_ident, ELFMAG, SELFMAG) && head.e_ident[EI_CLASS] == ELFCLASS64;
    for (uint64_t i = 0; good && i < head.e_shnum; i++) {
        if (copy(&file, &section, head.e_shoff + i * sizeof section, sizeof section) &&
            section.sh_type == SHT_SYMTAB)
            count += read_symbols(state, &file, &head, &section, found);
    }
    buffer_free(&file);
    if (count)
        return found;
    fprintf(stderr,
            "triptych %s: the program has none of the functions that the vocabulary describes, or "
            "no symbols (-s)\n",
            state->options->called);
    free(found);
    return NULL;
}

void wrapping_add(const struct state *state, const bool *wrapped, struct words *words)
{
    const struct instrument_driver_options *options = state->options;
    if (!wrapped)
        return;
    words_printf(words, "%s/described.o", state->scratch);
    for (size_t i = 0; i < options->wrapped->count; i++) {
        if (!wrapped[i])
            continue;
        words_printf(words, "-Wl,--wrap=%s", options->wrapped->symbols[i]);
        words_printf(words, "-Wl,--undefined=%s", options->wrapped->symbols[i]);
    }
    words_printf(words, "%s/libtriptych-vocabulary.a", options->library);
}
