/* file.c: the file of a machine. */
#include "model/machine/machine.h"

#include "util/memory.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct key {
    const char *name;
    size_t offset;
    const char *means;
} keys[] = {
    {"flops", offsetof(struct model_machine, flops), "operations per second of a core"},
    {"cores", offsetof(struct model_machine, cores), "cores of a place"},
    {"memory", offsetof(struct model_machine, memory), "bytes per second"},
    {"latency", offsetof(struct model_machine, latency), "seconds of a message"},
    {"bandwidth", offsetof(struct model_machine, bandwidth), "bytes per second of a message"},
    {"disk_read", offsetof(struct model_machine, disk_read), "bytes per second"},
    {"disk_write", offsetof(struct model_machine, disk_write), "bytes per second"},
    {"spread", offsetof(struct model_machine, spread), "relative deviation of flops"},
    /* may be missing: */
    {"vector_bits", offsetof(struct model_machine, vector_bits),
     "bits of the vectors of the roofs"},
    {"roof_scalar_single", offsetof(struct model_machine, one.scalar_single),
     "operations per second, single precision, scalar"},
    {"roof_scalar_double", offsetof(struct model_machine, one.scalar_double),
     "the same in double precision"},
    {"roof_vector_single", offsetof(struct model_machine, one.vector_single),
     "operations per second, single precision, vectors"},
    {"roof_vector_double", offsetof(struct model_machine, one.vector_double),
     "the same in double precision"},
    {"roof_l1", offsetof(struct model_machine, one.l1), "bytes per second from and to L1"},
    {"roof_l2", offsetof(struct model_machine, one.l2), "the same for L2"},
    {"roof_l3", offsetof(struct model_machine, one.l3), "the same for L3"},
    {"roof_memory", offsetof(struct model_machine, one.memory), "the same for memory"},
    {"threads", offsetof(struct model_machine, threads), "threads of the roofs below"},
    {"roof_all_scalar_single", offsetof(struct model_machine, all.scalar_single),
     "operations per second, single precision, scalar"},
    {"roof_all_scalar_double", offsetof(struct model_machine, all.scalar_double),
     "the same in double precision"},
    {"roof_all_vector_single", offsetof(struct model_machine, all.vector_single),
     "operations per second, single precision, vectors"},
    {"roof_all_vector_double", offsetof(struct model_machine, all.vector_double),
     "the same in double precision"},
    {"roof_all_l1", offsetof(struct model_machine, all.l1), "bytes per second from and to L1"},
    {"roof_all_l2", offsetof(struct model_machine, all.l2), "the same for L2"},
    {"roof_all_l3", offsetof(struct model_machine, all.l3), "the same for L3"},
    {"roof_all_memory", offsetof(struct model_machine, all.memory), "the same for memory"},
};

enum { KEYS = sizeof keys / sizeof keys[0], NEEDED = 8, LARGEST = 1 << 20 };

void model_machine_generic(struct model_machine *machine)
{
    *machine = (struct model_machine){.flops = 1e9,
                                      .cores = 1,
                                      .memory = 1e10,
                                      .latency = 1e-6,
                                      .bandwidth = 1e9,
                                      .disk_read = 5e8,
                                      .disk_write = 5e8};
    snprintf(machine->name, sizeof machine->name, "a generic machine");
}

void model_machine_free(struct model_machine *machine)
{
    free(machine->places);
    machine->places = NULL;
    machine->place_count = machine->place_room = 0;
}

static char *trimmed(char *text)
{
    while (isspace((unsigned char)*text))
        text++;
    size_t size = strlen(text);
    while (size && isspace((unsigned char)text[size - 1]))
        text[--size] = 0;
    return text;
}

static bool read_value(const char *text, double *value)
{
    char *end;
    errno = 0;
    *value = strtod(text, &end);
    return end != text && !*end && isfinite(*value) && *value >= 0;
}

static bool set_place(struct model_machine *machine, const char *key, double value)
{
    unsigned place;
    int end = 0;
    if (sscanf(key, "place %u flops%n", &place, &end) != 1 || !end || key[end] || value <= 0)
        return false;
    machine->places = memory_grow(machine->places, &machine->place_room, machine->place_count + 1,
                                  sizeof *machine->places);
    machine->places[machine->place_count++] = (struct model_machine_place){place, value};
    return true;
}

/* True if a line may have this key. */
static bool is_key(const char *key)
{
    for (size_t i = 0; i < KEYS; i++) {
        if (!strcmp(key, keys[i].name))
            return true;
    }
    return false;
}

static bool set_key(struct model_machine *machine, const char *key, double value)
{
    for (size_t i = 0; i < KEYS; i++) {
        if (strcmp(key, keys[i].name) != 0)
            continue;
        if (value <= 0 && strcmp(key, "spread") != 0 && strcmp(key, "latency") != 0)
            return false;
        memcpy((char *)machine + keys[i].offset, &value, sizeof value);
        return true;
    }
    return set_place(machine, key, value);
}

static bool read_line(struct model_machine *machine, char *line, const char *name, unsigned number,
                      struct error *error)
{
    char *remark = strchr(line, '#');
    if (remark)
        *remark = 0;
    line = trimmed(line);
    if (!*line)
        return true;
    char *equals = strchr(line, '=');
    double value;
    if (!equals)
        return error_set(error, "%.300s:%u: write a line as `flops = 2e9`", name, number);
    *equals = 0;
    char *key = trimmed(line), *text = trimmed(equals + 1);
    if (!read_value(text, &value))
        return error_set(error, "%.300s:%u: `%.60s` is not a number that is at least 0", name,
                         number, text);
    if (set_key(machine, key, value))
        return true;
    if (value <= 0 && (is_key(key) || !strncmp(key, "place ", strlen("place "))))
        return error_set(error, "%.300s:%u: `%.60s` must be above 0", name, number, key);
    return error_set(error,
                     "%.300s:%u: `%.60s` must be one of flops, cores, memory, latency, "
                     "bandwidth, disk_read, disk_write, spread, place N flops, vector_bits, "
                     "threads, roof_..., roof_all_...",
                     name, number, key);
}

bool model_machine_parse(struct model_machine *machine, const char *text, const char *name,
                         struct error *error)
{
    char *copy = memory_string(text), *rest = copy;
    bool done = true;
    unsigned number = 0;
    model_machine_generic(machine);
    snprintf(machine->name, sizeof machine->name, "%s", name);
    for (char *line; done && (line = strsep(&rest, "\n"));)
        done = read_line(machine, line, name, ++number, error);
    free(copy);
    if (!done)
        model_machine_free(machine);
    return done;
}

bool model_machine_load(struct model_machine *machine, const char *path, struct error *error)
{
    FILE *file = fopen(path, "r");
    if (!file)
        return error_errno(error, "cannot read the machine %.500s", path);
    char *text = memory_zeroed(LARGEST + 1, 1);
    size_t size = fread(text, 1, LARGEST, file);
    bool whole = !ferror(file) && size < LARGEST && !memchr(text, 0, size);
    fclose(file);
    bool done = whole ? model_machine_parse(machine, text, path, error)
                      : error_set(error, "%.500s is not the file of a machine", path);
    free(text);
    return done;
}

void model_machine_write(const struct model_machine *machine, const char *remarks,
                         struct buffer *out)
{
    buffer_add(out, remarks);
    for (size_t i = 0; i < KEYS; i++) {
        double value;
        memcpy(&value, (const char *)machine + keys[i].offset, sizeof value);
        if (i < NEEDED || value > 0)
            buffer_printf(out, "%-10s = %-10.4g # %s\n", keys[i].name, value, keys[i].means);
    }
    for (size_t i = 0; i < machine->place_count; i++)
        buffer_printf(out, "place %u flops = %.4g\n", machine->places[i].place,
                      machine->places[i].flops);
}

double model_machine_flops(const struct model_machine *machine, uint32_t place)
{
    for (size_t i = 0; i < machine->place_count; i++) {
        if (machine->places[i].place == place)
            return machine->places[i].flops;
    }
    return machine->flops;
}
