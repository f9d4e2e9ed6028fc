/* data_path.c: see data_path.h */
#include "serve/data_path.h"

#include "analysis/data_path.h"
#include "report/table/json.h"
#include "util/number.h"

enum { USUAL_PATHS = 1000, MOST_PATHS = 10000, SEARCHED = 20000000 };

static json_t *row_or_null(uint32_t row, size_t rows)
{
    return row >= rows ? json_null() : json_integer(row);
}

static json_t *region_of(const struct archive *archive, uint32_t node)
{
    return node >= archive->nodes.rows ? json_null() : json_integer(archive->nodes.region[node]);
}

static json_t *moment_of(uint64_t zero, uint64_t moment)
{
    return moment ? report_json_count(number_minus(moment, zero)) : json_null();
}

static json_t *hop_of(const struct archive *archive, const struct analysis_hop *hop)
{
    uint64_t zero = archive_zero(archive);
    json_t *one = json_object();
    json_object_set_new(one, "distance", json_integer(hop->distance));
    json_object_set_new(one, "message", row_or_null(hop->message, archive->messages.rows));
    json_object_set_new(one, "from", row_or_null(hop->from, archive->places.rows));
    json_object_set_new(one, "to", row_or_null(hop->to, archive->places.rows));
    json_object_set_new(one, "sent", moment_of(zero, hop->sent));
    json_object_set_new(one, "received", moment_of(zero, hop->received));
    json_object_set_new(one, "bytes", report_json_bytes(hop->bytes));
    json_object_set_new(one, "data", report_json_text(archive_text(archive, hop->data)));
    json_object_set_new(one, "received_data", report_json_text(archive_text(archive, hop->into)));
    json_object_set_new(one, "send", region_of(archive, hop->send));
    json_object_set_new(one, "receive", region_of(archive, hop->receive));
    return one;
}

/* Returns the path through a message, and in *known if the variable of the message is. */
static json_t *path_of(const struct archive *archive, uint32_t message, bool *known)
{
    struct analysis_data_path path = analysis_data_path_find(archive, message);
    json_t *root = json_object(), *hops = json_array();
    *known = false;
    for (size_t i = 0; i < path.count; i++) {
        const struct analysis_hop *hop = &path.hops[i];
        *known |= *archive_text(archive, hop->data) || *archive_text(archive, hop->into);
        json_array_append_new(hops, hop_of(archive, hop));
    }
    json_object_set_new(root, "hops", hops);
    json_object_set_new(root, "cut", json_boolean(path.cut));
    analysis_data_path_free(&path);
    return root;
}

/* Answers with the paths through at most `most` messages, evenly chosen: fewer if there are many
 * messages, because all of them are searched for each path. */
static bool list_paths(const struct archive *archive, uint64_t most, struct serve_answer *answer)
{
    json_t *root = json_object(), *paths = json_array();
    uint64_t all = archive->messages.rows, count = all < most ? all : most;
    if (all && count > SEARCHED / all)
        count = SEARCHED / all + 1;
    for (uint64_t i = 0; i < count; i++) {
        bool known;
        json_t *path = path_of(archive, (uint32_t)(i * all / count), &known);
        if (known)
            json_array_append_new(paths, path);
        else
            json_decref(path);
    }
    json_object_set_new(root, "paths", paths);
    json_object_set_new(root, "looked_at", report_json_count(count));
    json_object_set_new(root, "messages", report_json_count(all));
    return serve_answer_json(answer, root);
}

bool serve_data_path(struct serve_run *run, const struct serve_request *request,
                     struct serve_answer *answer)
{
    struct error error = {0};
    struct archive *archive = run->archive;
    uint64_t message = 0, most = USUAL_PATHS;
    bool known;
    if (!archive_find_messages(archive, &error))
        return serve_answer_error(answer, SERVE_CONFLICT, error.text, NULL);
    if (serve_values_flag(&request->values, "list")) {
        if (!serve_values_number(&request->values, "most", 1, MOST_PATHS, &most))
            return serve_answer_error(answer, SERVE_BAD_REQUEST, "`most` must be from 1 to 10000",
                                      NULL);
        return list_paths(archive, most, answer);
    }
    if (!serve_values_get(&request->values, "message") || !archive->messages.rows ||
        !serve_values_number(&request->values, "message", 0, archive->messages.rows - 1, &message))
        return serve_answer_error(answer, SERVE_BAD_REQUEST, "`message` must be a row of messages",
                                  NULL);
    return serve_answer_json(answer, path_of(archive, (uint32_t)message, &known));
}
