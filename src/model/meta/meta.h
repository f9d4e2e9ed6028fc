/* meta.h: metamodels: what tasks do, as a tree of costs, loops and branches (doc/model.md).
 *
 * A task is one process; with p ranks, its body is evaluated for rank = 0 ... p-1. */
#ifndef MODEL_META_META_H
#define MODEL_META_META_H

#include "model/cost/cost.h"
#include "util/error.h"

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum model_meta_kind {
    MODEL_META_COMPUTE, /* operations */
    MODEL_META_SECONDS,
    MODEL_META_INPUT, /* bytes */
    MODEL_META_OUTPUT,
    MODEL_META_SEND,
    MODEL_META_RECV,
    MODEL_META_COLLECTIVE,
    MODEL_META_FOR,
    MODEL_META_IF,
    MODEL_META_BREAK,
    MODEL_META_PARALLEL,
    MODEL_META_KINDS,
};

#define MODEL_META_NONE UINT32_MAX

struct model_meta_node {
    uint8_t kind;
    bool communicates;   /* it or a node in it sends, receives or takes part in a collective */
    uint32_t line;       /* 0: unknown */
    uint32_t next;       /* behind it in the same body, or MODEL_META_NONE */
    uint32_t first;      /* first node of the body, of the branch taken */
    uint32_t otherwise;  /* IF: first node of the other branch */
    uint32_t name, note; /* FOR: index; COLLECTIVE: its name; 0: none; model_meta_word() */
    model_cost cost;     /* cost, trips, probability, width */
    model_cost peer;
};

struct model_meta_task {
    char *name;
    uint32_t line;
    struct model_costs *costs;
    struct model_meta_node *nodes;
    size_t node_count, node_room;
    uint32_t body; /* first node */
    struct interned *words;
    json_t *profiles; /* the values that it takes from profiles, as they were read; or NULL */
};

struct model_meta {
    char *file; /* the metaprogram; for messages */
    struct model_meta_task *tasks;
    size_t task_count;
};

/* Read a metamodel, from its text, with a 0 behind it, from values, or from a file. Errors name the
 * task and the line; `path` is the file of the text. */
struct model_meta *model_meta_parse(const char *text, size_t size, const char *path,
                                    struct error *error);
struct model_meta *model_meta_read(const json_t *json, struct error *error);
struct model_meta *model_meta_load(const char *path, struct error *error);
void model_meta_free(struct model_meta *meta);

/* False only if no cost of the task depends on the variable. */
bool model_meta_uses(const struct model_meta_task *task, const char *variable);

const char *model_meta_word(const struct model_meta_task *task, uint32_t word); /* NULL for 0 */
const char *model_meta_kind_word(enum model_meta_kind kind);

/* What a body does in all, as expressions: expectations where there are branches. */
enum model_meta_quantity {
    MODEL_META_WORK,      /* operations */
    MODEL_META_SPAN,      /* the same where PARALLEL divides it among cores */
    MODEL_META_TIME,      /* seconds that were measured as such */
    MODEL_META_TIME_SPAN, /* the same where PARALLEL divides it among cores */
    MODEL_META_IN_BYTES,  /* stream input */
    MODEL_META_IN_COUNT,
    MODEL_META_OUT_BYTES, /* stream output */
    MODEL_META_OUT_COUNT,
    MODEL_META_SENT_BYTES, /* messages */
    MODEL_META_SENT_COUNT,
    MODEL_META_RECV_BYTES,
    MODEL_META_RECV_COUNT,
    MODEL_META_ALL_BYTES, /* collectives */
    MODEL_META_ALL_COUNT,
    MODEL_META_QUANTITIES,
};

struct model_meta_totals {
    model_cost of[MODEL_META_QUANTITIES];
    model_cost broken; /* probability that the body is left by BREAK */
};

/* Adds up the nodes from `first` to the end of its body; `alone`: only this node. */
bool model_meta_total(const struct model_meta_task *task, uint32_t first, bool alone,
                      struct model_meta_totals *totals, struct error *error);

const char *model_meta_quantity_word(enum model_meta_quantity quantity);

/* Write the tree of a task, with its costs and totals. */
bool model_meta_print_text(const struct model_meta *meta, struct buffer *out, struct error *error);
bool model_meta_print_dot(const struct model_meta *meta, struct buffer *out, struct error *error);
json_t *model_meta_totals_json(const struct model_meta *meta, struct error *error);

#endif
