/* fields.c: collects the fields of a stage's result. */
#include "query/check/check.h"

#include "util/memory.h"

#include <stdlib.h>

bool result_add(struct result *result, const char *name, struct query_value_type type,
                const struct query_tree *tree)
{
    if (result->count >= CHECK_FIELDS)
        return query_check_wrong(result->check, tree, "a result can have at most %d fields",
                                 CHECK_FIELDS);
    for (size_t i = 0; i < result->count; i++) {
        if (query_check_is(result->fields[i].name, name)) {
            bool is_method = tree->kind == TREE_METHOD;
            (is_method ? query_check_wrong_word : query_check_wrong)(
                result->check, tree, "two fields of the result are called `%s`", name);
            diagnostic_help(result->check->trouble, "Give one of them another name%s",
                            is_method                  ? ", as in  aggregate(n: count())"
                            : tree->kind == TREE_CALL  ? ", as in  total: sum(e -> e.duration)"
                            : tree->kind == TREE_NAMED ? "."
                                                       : ", as in  where: e -> e.file");
            return false;
        }
    }
    result->fields =
        memory_grow(result->fields, &result->room, result->count + 1, sizeof *result->fields);
    result->fields[result->count] = (struct query_field){
        .name = memory_string(name),
        .type = type,
        .from = FIELD_MADE,
        .absent = ABSENT_COMPUTED,
        .number = (uint32_t)result->count,
    };
    result->count++;
    return true;
}

void result_free(struct result *result)
{
    for (size_t i = 0; i < result->count; i++)
        free((char *)result->fields[i].name);
    free(result->fields);
    *result = (struct result){.check = result->check};
}

/* Allocates the shape, its fields and their names as one block. */
struct query_fields *result_shape(struct result *result, const char *name)
{
    size_t size = sizeof(struct query_fields) + result->count * sizeof(struct query_field);
    for (size_t i = 0; i < result->count; i++)
        size += strlen(result->fields[i].name) + 1;
    struct query_fields *shape = memory_zeroed(1, size);
    struct query_field *fields = (struct query_field *)(shape + 1);
    char *names = (char *)(fields + result->count);
    *shape = (struct query_fields){
        .name = name, .one = "a row", .fields = fields, .count = result->count};
    for (size_t i = 0; i < result->count; i++) {
        fields[i] = result->fields[i];
        fields[i].name = strcpy(names, result->fields[i].name);
        names += strlen(names) + 1;
    }
    result_free(result);
    return shape;
}

const char *result_name(const struct query_tree *body, const char *otherwise)
{
    return body->kind == TREE_FIELD ? body->text : otherwise;
}
