/* matrix.c: see matrix.h */
#include "cube/matrix.h"

#include "archive/time/cycle_spread.h"
#include "cube/matrix_collectives.h"
#include "cube/matrix_data.h"
#include "cube/matrix_moves.h"
#include "cube/missing.h"
#include "cube/traffic.h"
#include "format/event.h"
#include "util/memory.h"
#include "util/number.h"

#include <stdlib.h>

/* The selected ranks. */
struct ranks {
    uint32_t *place;  /* rows, sorted by rank */
    uint32_t *number; /* by row of places: its index; ARCHIVE_NONE: not selected */
    size_t count;
};

static int by_rank(const void *a, const void *b, void *with)
{
    const struct archive_places *places = with;
    uint32_t left = *(const uint32_t *)a, right = *(const uint32_t *)b;
    if (places->job[left] != places->job[right])
        return places->number[left] < places->number[right] ? -1 : 1;
    return places->rank[left] < places->rank[right] ? -1 : places->rank[left] > places->rank[right];
}

static struct ranks find_ranks(const struct archive *archive,
                               const struct cube_lanes_choice *choice)
{
    const struct archive_places *places = &archive->places;
    struct ranks ranks = {memory_zeroed(places->rows + 1, sizeof *ranks.place),
                          memory_zeroed(places->rows + 1, sizeof *ranks.number), 0};
    for (uint32_t i = 0; i < places->rows; i++) {
        ranks.number[i] = ARCHIVE_NONE;
        if (places->rank[i] != ARCHIVE_NONE && lanes_have_place(archive, choice, i))
            ranks.place[ranks.count++] = i;
    }
    qsort_r(ranks.place, ranks.count, sizeof *ranks.place, by_rank, (void *)places);
    for (size_t i = 0; i < ranks.count; i++)
        ranks.number[ranks.place[i]] = (uint32_t)i;
    return ranks;
}

static bool is_inside(const struct archive *archive, const struct cube_cycles_range *range,
                      size_t i)
{
    const struct archive_messages *messages = &archive->messages;
    uint32_t lane = archive->nodes.lane[messages->send[i]];
    uint64_t moment = archive_spread_moment(archive, lane, messages->send_start[i]);
    return moment >= range->from && moment <= range->to;
}

/* Adds the point-to-point messages. Returns how many. */
static uint64_t fill(struct cube_projection *matrix, const struct archive *archive,
                     const struct cube_projection_request *request, const struct ranks *ranks)
{
    const struct archive_messages *messages = &archive->messages;
    size_t each = (size_t)matrix->merged_lanes;
    struct matrix_data *data = matrix_data_new();
    uint64_t found = 0;
    for (size_t i = 0; i < messages->rows; i++) {
        uint32_t source = messages->source[i], target = messages->target[i];
        if (messages->send[i] == ARCHIVE_NONE || !is_inside(archive, &request->range, i))
            continue;
        uint32_t from = source == ARCHIVE_NONE ? ARCHIVE_NONE : ranks->number[source];
        uint32_t to = target == ARCHIVE_NONE ? ARCHIVE_NONE : ranks->number[target];
        if (from == ARCHIVE_NONE || to == ARCHIVE_NONE) {
            matrix->outside++;
            continue;
        }
        bool counts = request->measure == PROJECTION_MESSAGES;
        double value = counts ? 1 : (double)archive_sized(messages->bytes[i]);
        size_t cell = from / each * matrix->columns + to / each;
        matrix->value[cell] += value;
        matrix_data_add(data, (uint32_t)cell, messages->data[i], value);
        matrix->row[from / each].total += value;
        matrix->column[to / each].total += value;
        matrix->unsized += !counts && messages->bytes[i] == ARCHIVE_UNKNOWN;
        matrix->unreceived += messages->receive[i] == ARCHIVE_NONE && !messages->filtered[i];
        found++;
    }
    matrix_data_end(data, archive, matrix);
    return found;
}

/* One-sided operations while they are added. */
struct moving {
    struct cube_projection *matrix;
    const struct ranks *ranks;
    bool counts; /* operations instead of bytes */
};

static void add_move(void *to, uint32_t source, uint32_t target, uint64_t bytes)
{
    const struct moving *moving = to;
    struct cube_projection *matrix = moving->matrix;
    size_t each = (size_t)matrix->merged_lanes;
    uint32_t from = source == ARCHIVE_NONE ? ARCHIVE_NONE : moving->ranks->number[source];
    uint32_t there = target == ARCHIVE_NONE ? ARCHIVE_NONE : moving->ranks->number[target];
    if (from == ARCHIVE_NONE || there == ARCHIVE_NONE) {
        matrix->outside++;
        return;
    }
    double value = moving->counts ? 1 : (double)archive_sized(bytes);
    matrix->value[from / each * matrix->columns + there / each] += value;
    matrix->row[from / each].total += value;
    matrix->column[there / each].total += value;
    matrix->moves++;
    matrix->unsized_moves += !moving->counts && bytes == ARCHIVE_UNKNOWN;
}

/* Adds the collective operations. Returns how many. */
static uint64_t fill_collectives(struct cube_projection *matrix, const struct archive *archive,
                                 const struct cube_projection_request *request,
                                 const struct ranks *ranks)
{
    uint32_t *blocks = memory_zeroed(archive->places.rows + 1, sizeof *blocks);
    for (size_t i = 0; i < archive->places.rows; i++)
        blocks[i] = ranks->number[i] == ARCHIVE_NONE
                        ? ARCHIVE_NONE
                        : ranks->number[i] / (uint32_t)matrix->merged_lanes;
    struct matrix_operations found = matrix_add_collectives(
        matrix->value, archive, &request->range, &(struct matrix_blocks){blocks, matrix->rows});
    matrix->outside = found.others;
    matrix->unsized = found.unsized;
    for (size_t from = 0; from < matrix->rows; from++) {
        for (size_t to = 0; to < matrix->columns; to++) {
            double value = matrix->value[from * matrix->columns + to];
            matrix->row[from].total += value;
            matrix->column[to].total += value;
        }
    }
    free(blocks);
    return found.added;
}

static bool fill_all(struct cube_projection *matrix, const struct archive *archive,
                     const struct cube_projection_request *request, const struct ranks *ranks,
                     struct error *error)
{
    struct moving moving = {matrix, ranks, request->measure == PROJECTION_MESSAGES};
    if (!request->collective &&
        !matrix_each_move(archive, &request->range, add_move, &moving, error))
        return false;
    uint64_t found = request->collective ? fill_collectives(matrix, archive, request, ranks)
                                         : fill(matrix, archive, request, ranks) + matrix->moves;
    for (size_t i = 0; i < matrix->rows * matrix->columns; i++) {
        if (matrix->value[i] > matrix->most)
            matrix->most = matrix->value[i];
    }
    if (!found && request->collective && matrix->unsized)
        return error_set(error, "the bytes of the collective operations in %s are not known",
                         archive->path);
    return found || error_set(error, "%s in %s in the selected time range and %ss",
                              request->collective ? "no collective operation moved data"
                                                  : "no point-to-point message was sent",
                              archive->path, archive_place_word(archive));
}

static uint32_t first_lane(const struct archive *archive, uint32_t place)
{
    for (uint32_t i = 0; i < archive->lanes.rows; i++) {
        if (archive->lanes.place[i] == place)
            return i;
    }
    return ARCHIVE_NONE;
}

static struct cube_projection_item *name_all(const struct archive *archive,
                                             const struct ranks *ranks, size_t count, size_t each)
{
    struct cube_projection_item *items = memory_zeroed(count + 1, sizeof *items);
    for (size_t i = 0; i < count; i++) {
        size_t first = i * each, last = first + each - 1;
        char from[ARCHIVE_NAME], to[ARCHIVE_NAME];
        last = last < ranks->count ? last : ranks->count - 1;
        archive_place_name(archive, ranks->place[first], from);
        archive_place_name(archive, ranks->place[last], to);
        items[i] = (struct cube_projection_item){
            .label = first == last ? memory_string(from) : memory_printf("%s-%s", from, to),
            .region = ARCHIVE_NONE,
            .class = CYCLES_CLASSES,
            .lane = first_lane(archive, ranks->place[first]),
            .lanes = (uint32_t)(last - first + 1),
        };
    }
    return items;
}

static struct cube_projection *make_empty(const struct archive *archive,
                                          const struct cube_projection_request *request,
                                          const struct ranks *ranks)
{
    struct cube_projection *matrix = memory_zeroed(1, sizeof *matrix);
    size_t most = request->most_lanes;
    size_t each = most && ranks->count > most ? (ranks->count + most - 1) / most : 1;
    matrix->rows = matrix->columns = (ranks->count + each - 1) / each;
    matrix->merged_lanes = each;
    matrix->merged_cycles = 1;
    matrix->row = name_all(archive, ranks, matrix->rows, each);
    matrix->column = name_all(archive, ranks, matrix->columns, each);
    matrix->value = memory_zeroed(matrix->rows * matrix->columns + 1, sizeof *matrix->value);
    matrix->unit = request->measure == PROJECTION_MESSAGES ? "messages" : "bytes";
    matrix->by = archive_place_word(archive);
    matrix->source = CYCLES_OF_EVENTS;
    matrix->zero = archive_zero(archive);
    return matrix;
}

static bool is_known(const struct archive *archive, const struct ranks *ranks, struct error *error)
{
    if (!traffic_is_known(archive) && !matrix_has_moves(archive))
        return error_set(error,
                         "%s has no logged messages: run the program with `triptych run "
                         "--events=comm mpirun ...`",
                         archive->path);
    return ranks->count ||
           error_set(error, "%s has no such %ss", archive->path, archive_place_word(archive));
}

static bool find_time(struct cube_projection *matrix, const struct archive *archive,
                      const struct cube_projection_request *request, struct error *error)
{
    struct cube_cycles_range range = request->range;
    struct cube_cycles_shape shape;
    range.exact = true;
    range.length = 0;
    if (!cube_cycles_shape(archive, &range, &shape, error))
        return false;
    cube_missing_write_of(&matrix->missing, archive, FORMAT_EVENTS_COMM);
    matrix->start = shape.start;
    matrix->length = number_scale(shape.length, shape.count, 1);
    return true;
}

struct cube_projection *cube_matrix_new(const struct archive *archive,
                                        const struct cube_projection_request *request,
                                        struct error *error)
{
    struct ranks ranks = find_ranks(archive, &request->chosen);
    struct cube_projection *matrix = NULL;
    if (is_known(archive, &ranks, error)) {
        matrix = make_empty(archive, request, &ranks);
        bool good = find_time(matrix, archive, request, error) &&
                    fill_all(matrix, archive, request, &ranks, error);
        if (!good) {
            cube_projection_free(matrix);
            matrix = NULL;
        }
    }
    free(ranks.place);
    free(ranks.number);
    return matrix;
}
