/* print_lists.c: prints the lists that doc/ has of the columns of tables ("columns") and of the
 * fields of streams ("fields"), each behind a line "== NAME". */
#include "archive/table/schema.h"
#include "query/parse/stream_fields.h"

#include <stdio.h>
#include <string.h>

/* "u32, row of `lanes`; all bits set: none" */
static void print_type(const struct archive_schema_column *column)
{
    static const char *const forms[] = {
        [SCHEMA_NUMBER] = "",      [SCHEMA_REAL] = "",       [SCHEMA_TIME] = ", ns",
        [SCHEMA_BYTES] = "",       [SCHEMA_MOMENT] = ", ns", [SCHEMA_SIGNED] = ", signed",
        [SCHEMA_BOOL] = "",        [SCHEMA_HEX] = "",        [SCHEMA_TEXT] = ", text",
        [SCHEMA_ROW] = ", row of", [SCHEMA_WORD] = ", code",
    };
    printf("%s%s", archive_table_type_name(column->type), forms[column->form]);
    if (column->of)
        printf(" `%s`", column->of);
    if (column->absent == SCHEMA_LARGEST || column->absent == SCHEMA_UNTIMED)
        printf("; all bits set: none");
    else if (column->absent == SCHEMA_ZERO)
        printf("; 0: none");
}

static void print_table(const struct archive_schema_table *table)
{
    printf("== %s\n| column | type | |\n|---|---|---|\n", table->name);
    for (size_t i = 0; i < table->column_count; i++) {
        printf("| `%s` | ", table->columns[i].name);
        print_type(&table->columns[i]);
        printf(" | %s |\n", table->columns[i].help);
    }
}

static void print_stream(const struct query_fields *shape)
{
    printf("== %s\n| field | is | |\n|---|---|---|\n", shape->name);
    for (size_t i = 0; i < shape->count; i++) {
        const struct query_field *field = &shape->fields[i];
        printf("| `%s`%s | %s | %s |\n", field->name,
               query_fields_may_be_absent(shape, field) ? " ?" : "", query_type_word(field->type),
               field->help);
    }
}

int main(int argc, char **argv)
{
    if (argc == 2 && !strcmp(argv[1], "columns")) {
        for (size_t i = 0; i < ARCHIVE_TABLES; i++)
            print_table(&archive_schema_tables[i]);
        for (size_t i = 0; i < SCHEMA_OTHERS; i++)
            print_table(&archive_schema_others[i]);
        return 0;
    }
    for (size_t i = 0; query_fields_at(i); i++)
        print_stream(query_fields_at(i));
    return 0;
}
