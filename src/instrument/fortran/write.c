/* write.c: writes the instrumented Fortran file, and the tables of its regions as a C file. */
#include "instrument/fortran/scope.h"
#include "instrument/fortran/values.h"
#include "instrument/table.h"
#include "util/memory.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* True if text[0, size) is a name that probes may use. */
static bool is_ours(const char *text, size_t size)
{
    static const char *const names[] = {"r",
                                        "v",
                                        "a",
                                        "b",
                                        "c",
                                        "d",
                                        "enter",
                                        "leave",
                                        "trips",
                                        "leave_io",
                                        "closing",
                                        "leave_loop",
                                        "end_loop",
                                        "count_loops",
                                        "count_visit",
                                        "count_nest",
                                        "nest",
                                        "leave_nest",
                                        "end_nest",
                                        "open",
                                        "close",
                                        "sampled",
                                        "sampled_nest",
                                        "salt"};
    if (size < 5 || strncasecmp(text, "tri_", 4) != 0)
        return false;
    text += 4;
    size -= 4;
    if (size >= 4 && !strncasecmp(text, "unit", 4))
        return true;
    if (size >= 2 && strchr("cefghijklnopqtuwxy", tolower((unsigned char)*text)) &&
        isdigit((unsigned char)text[1]))
        return true;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (strlen(names[i]) == size && !strncasecmp(text, names[i], size))
            return true;
    }
    return false;
}

/* True if the character may be part of a name. */
static bool is_name_letter(char letter)
{
    return isalnum((unsigned char)letter) || letter == '_' || letter == '$';
}

/* Returns a sentence about a name of the user's that probes use, too; the caller frees it. NULL:
 * there is none. */
static char *find_clash(const struct source *source)
{
    for (size_t s = 0; s < source->count; s++) {
        const struct statement *statement = &source->statements[s];
        for (size_t i = statement->start; i < statement->end; i++) {
            size_t start = i;
            while (i < statement->end && is_name_letter(source->text[i]))
                i++;
            if (is_ours(source->text + start, i - start))
                return memory_printf("the file uses the name %.*s, which probes need",
                                     (int)(i - start), source->text + start);
        }
    }
    return NULL;
}

/* Writes the instrumented text, without a byte order mark. */
static void write_text(struct fortran *file, struct buffer *out)
{
    const struct source *source = &file->source;
    size_t from = source->size >= 3 && !memcmp(source->text, "\xEF\xBB\xBF", 3) ? 3 : 0;
    buffer_add(out, "# 1 ");
    instrument_table_quote(out, file->request->shown);
    buffer_add(out, "\n");
    instrument_edits_apply(&file->plan.edits, source->text, from, source->size, out);
}

/* Writes the table of lights, if there are any, and the end of the unit's table. */
static void write_end(struct buffer *out, const struct instrument_plan *plan,
                      const struct instrument_request *request)
{
    bool lit = plan->light_count > 0;
    if (lit) {
        buffer_printf(out, "TRI_LIGHTS(%zu) = {\n", plan->light_count);
        instrument_table_lights(out, plan);
        buffer_add(out, "};\n");
    }
    buffer_printf(out, "%s(%zu, ", lit ? "TRI_LIT_UNIT_END" : "TRI_UNIT_END", plan->count);
    instrument_table_quote(out, request->shown);
    buffer_add(out, ", ");
    instrument_table_quote(out, request->directory);
    if (lit)
        buffer_printf(out, ", tri_lights, %zu", plan->light_count);
    buffer_add(out, ");\n");
}

/* Returns the suffix of the linker's symbol for a name with an underscore in it. */
static const char *behind_symbol(const struct instrument_fortran_form *form)
{
    return form->no_underscore ? "" : form->second_underscore ? "__" : "_";
}

/* Writes the entry that counts the visits of the file's only procedure. */
static void write_entry(const struct fortran *file, struct buffer *out)
{
    const struct instrument_request *request = file->request;
    const char *macro = file->chain          ? "TRI_CHAINED_ENTRY"
                        : file->framed_entry ? "TRI_FRAMED_ENTRY"
                                             : "TRI_ENTRY";
    buffer_printf(out, "%s(\"%s\", \"" ENTRY_BODY "%s\", \"%s\", \"%s%s\"", macro, file->entry,
                  file->entry, file->probed_entry, request->symbol, behind_symbol(&request->form));
    if (file->chain)
        buffer_printf(out, ", \"%s\"", file->chain);
    buffer_add(out, ");\n");
}

/* Writes the C file. Fortran sees the table of regions as a common block, whose symbol has one or
 * two underscores at its end, depending on the compiler's options. */
static void write_table(const struct fortran *file, struct buffer *out)
{
    const struct instrument_request *request = file->request;
    const struct instrument_fortran_form *form = &request->form;
    size_t count = file->plan.count;
    if (file->entry)
        buffer_add(out, "#define TRI_HAS_ENTRY\n");
    buffer_printf(out, "#include %s\n#define tri_regions %s%s\nstatic struct tri_unit tri_unit;\n",
                  request->header, request->symbol, behind_symbol(form));
    buffer_printf(out,
                  "extern struct tri_region tri_regions[%zu]\n"
                  "    __attribute__((__visibility__(\"hidden\"), __aligned__(64)));\n",
                  count);
    buffer_printf(out, "struct tri_region tri_regions[%zu] = {\n", count);
    instrument_table_rows(out, &file->plan);
    buffer_add(out, "};\n");
    write_end(out, &file->plan, request);
    if (file->uses_units)
        buffer_add(out, "TRI_FORTRAN_IO;\n");
    if (file->entry)
        write_entry(file, out);
}

static void free_slots(struct fortran *file)
{
    for (size_t i = 0; i < file->source.count; i++)
        slot_free(&file->slots[i]);
    for (size_t i = 0; file->clone_slots && i < file->source.count; i++)
        slot_free(&file->clone_slots[i]);
    for (size_t i = 0; file->bare_slots && i < file->source.count; i++)
        slot_free(&file->bare_slots[i]);
    free(file->slots);
    free(file->bare_slots);
    free(file->clone_slots);
    free(file->spare_slots);
    free(file->clones);
    for (size_t i = 0; i < file->copy_count; i++)
        free(file->copies[i]);
    free(file->copies);
}

/* Writes the text with nothing but recording statements, on the same lines. */
static void write_values(const struct instrument_request *request, struct instrument_result *done)
{
    struct source source = {0};
    struct instrument_edits edits = {0};
    struct buffer out = {0};
    source_read(&source, request->text, request->size, &request->form);
    instrument_values_clear(request->values);
    fortran_values_plan(&source, request->values, &edits);
    instrument_edits_apply(&edits, request->text, 0, request->size, &out);
    done->size = out.used;
    done->text = buffer_take(&out);
    instrument_edits_free(&edits);
    source_close(&source);
}

bool instrument_fortran(const struct instrument_request *request, struct instrument_result *done,
                        struct error *error)
{
    struct fortran file = {.request = request};
    *done = (struct instrument_result){0};
    if (request->values) {
        write_values(request, done);
        return true;
    }
    if (request->form.wide_integers)
        return error_set(error,
                         "-finteger-4-integer-8 changes the size of the integers that probes use");
    source_read(&file.source, request->text, request->size, &request->form);
    file.slots = memory_zeroed(file.source.count + 1, sizeof *file.slots);
    file.clash = find_clash(&file.source);
    fortran_plan(&file);
    if (file.plan.count) {
        struct buffer text = {0}, table = {0};
        declare_write(&file);
        text_clones(&file);
        text_edits(&file);
        write_text(&file, &text);
        write_table(&file, &table);
        done->size = text.used;
        done->text = buffer_take(&text);
        done->table_size = table.used;
        done->table = buffer_take(&table);
    }
    done->entry = file.entry;
    done->entry_is_leaf = file.entry && !file.framed_entry;
    done->chain = file.chain;
    done->twins = file.twins;
    done->twin_count = file.twin_count;
    done->plan = file.plan;
    free_slots(&file);
    free(file.probed_entry);
    free(file.clash);
    source_close(&file.source);
    return true;
}
