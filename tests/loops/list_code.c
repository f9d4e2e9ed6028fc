/* list_code.c: what Triptych makes of code, for the tests of test_x86_64.py.
 *
 *     list_code instructions FILE    of its .text: address, size, kind, target
 *     list_code functions FILE       name, what is not known of it, and of its indirect jumps:
 * where they lead, or how they leave list_code random COUNT SEED    instructions of x86-64 that
 * touch no memory: bytes, and registers that are read, written, killed; the step
 *     list_code operations           of each line of input, an instruction of x86-64 in hexadecimal
 * digits: its size, bytes loaded and stored, whether they are unsure, operations, bytes of its
 * operand in memory, and where that is from its registers */
#include "loops/binary/binary_file.h"
#include "loops/flow/access.h"
#include "loops/flow/graph.h"
#include "loops/flow/operation.h"
#include "loops/x86_64/x86_64.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void list_instructions(const struct loops_binary *binary)
{
    uint64_t address;
    const uint8_t *bytes;
    size_t size;
    if (!loops_binary_section(binary, ".text", &address, &bytes, &size))
        return;
    while (size) {
        struct loops_instruction in;
        if (!binary->architecture->decode(bytes, size, address, &in))
            return;
        printf("%" PRIx64 " %d %d %" PRIx64 "\n", address, in.size, in.kind, in.target);
        address += in.size;
        bytes += in.size;
        size -= in.size;
    }
}

static void list_jumps(const struct loops_graph *graph)
{
    for (uint32_t i = 0; i < graph->block_count; i++) {
        if (loops_graph_last(graph, i + 1)->kind != INSTRUCTION_JUMP_REGISTER)
            continue;
        unsigned leads = 0;
        for (uint32_t k = 0; k < graph->edge_count; k++)
            leads += graph->edges[k].from == i + 1 && graph->edges[k].kind == GRAPH_TABLE;
        printf(" %u", leads);
    }
}

static void list_functions(const struct loops_binary *binary)
{
    for (uint32_t i = 0; i < binary->function_count; i++) {
        struct loops_graph graph;
        loops_graph_begin(&graph, binary, i);
        printf("%s\t%s\t%s\t", binary->functions[i].name ? binary->functions[i].name : "?",
               binary->functions[i].sources & BINARY_COLD ? "part" : "whole",
               graph.why ? graph.why : "");
        list_jumps(&graph);
        putchar('\n');
        loops_graph_end(&graph);
    }
}

static uint64_t seed;

static uint32_t next_random(void)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(seed >> 33);
}

/* Prefixes as often as not, an opcode of any map, registers as operands, a constant. */
static void random_bytes(uint8_t *bytes)
{
    static const uint8_t prefixes[] = {0x66, 0xf2, 0xf3};
    size_t at = 0;
    unsigned map = next_random() % 8;
    if (map == 7) { /* VEX, of bit manipulation */
        bytes[at++] = 0xc4;
        bytes[at++] = (uint8_t)(0xe2 | (next_random() & 0xe0));
        bytes[at++] = (uint8_t)((next_random() & 0xfb));
        bytes[at++] = (uint8_t)(0xf2 + next_random() % 6);
    } else {
        if (next_random() % 3 == 0)
            bytes[at++] = prefixes[next_random() % 3];
        if (next_random() % 2)
            bytes[at++] = (uint8_t)(0x40 | (next_random() & 15));
        if (map >= 4)
            bytes[at++] = 0x0f;
        if (map == 6)
            bytes[at++] = 0x38;
        bytes[at++] = (uint8_t)next_random();
    }
    bytes[at++] = (uint8_t)(0xc0 | next_random());
    while (at < X86_64_LONGEST)
        bytes[at++] = (uint8_t)next_random();
}

/* A REX that another prefix stands behind counts for nothing; not so in QEMU. */
static bool has_lost_rex(const uint8_t *bytes, const struct x86_64_fields *fields)
{
    unsigned rex = 0;
    for (unsigned i = 0; i < fields->opcode_at; i++)
        rex += (bytes[i] & 0xf0) == 0x40;
    return fields->encoding == X86_64_LEGACY && rex > fields->has_rex;
}

/* What leaves the machine as it was, but for registers, and does the same twice. */
static bool is_fit(const uint8_t *bytes, const struct x86_64_fields *fields,
                   const struct loops_instruction *in)
{
    unsigned opcode = fields->opcode;
    if (has_lost_rex(bytes, fields) || in->kind != INSTRUCTION_PLAIN ||
        (in->writes | in->reads) & X86_64_BIT(RSP) || (fields->has_modrm && fields->mod != 3))
        return false;
    if (fields->map == 1) /* system, clocks, random numbers, processor's names */
        return opcode != 0x01 && opcode != 0x05 && opcode != 0x31 && opcode != 0xae &&
               opcode != 0xc7 && opcode != 0xa2 && opcode != 0xf7;
    if (fields->map)
        return fields->map == 2 && opcode != 0xf8;
    bool memory =
        (opcode >= 0xa0 && opcode <= 0xa7) || (opcode >= 0xaa && opcode <= 0xaf) || opcode == 0xd7;
    return !memory && opcode != 0x8c && opcode != 0x8e && opcode != 0xcc && opcode != 0xf1 &&
           opcode != 0xfd && !(opcode >= 0xd8 && opcode <= 0xdf) && opcode != 0x9b;
}

static void list_random(unsigned count)
{
    while (count) {
        uint8_t bytes[X86_64_LONGEST];
        struct x86_64_fields fields;
        struct loops_instruction in;
        random_bytes(bytes);
        if (!x86_64_fields_read(bytes, sizeof bytes, &fields) ||
            !x86_64_decode(bytes, sizeof bytes, 0x400000, &in) || !is_fit(bytes, &fields, &in))
            continue;
        for (unsigned i = 0; i < in.size; i++)
            printf("%02x", bytes[i]);
        printf(" %x %x %x %d %d %" PRId64, in.reads, in.writes, in.kills, in.step_register,
               in.step_is_narrow, (int64_t)in.step);
        printf(" %d %d %d %d %d %d\n", in.sets, in.compares, in.compare_is_narrow, in.subject,
               in.other, in.value);
        count--;
    }
}

static void list_operations(void)
{
    char line[128];
    while (fgets(line, sizeof line, stdin)) {
        uint8_t bytes[X86_64_LONGEST + 1] = {0};
        size_t size = 0;
        unsigned byte;
        while (size < X86_64_LONGEST && sscanf(line + 2 * size, "%2x", &byte) == 1)
            bytes[size++] = (uint8_t)byte;
        struct loops_instruction in;
        struct loops_operation is;
        struct loops_access access;
        if (!x86_64_decode(bytes, size, 0x400000, &in) || in.kind == INSTRUCTION_UNKNOWN) {
            puts("0");
            continue;
        }
        x86_64_operation(bytes, in.size, &in, &is);
        x86_64_access(bytes, in.size, &access);
        printf("%d %d %d %d %d %d %" PRId64 "\n", in.size, is.loads ? is.loaded : -1,
               is.stores ? is.stored : -1, is.is_unsure, is.flops, access.bytes, access.offset);
    }
}

int main(int argc, char **argv)
{
    if (argc == 4 && !strcmp(argv[1], "random")) {
        seed = strtoull(argv[3], NULL, 10);
        list_random((unsigned)strtoul(argv[2], NULL, 10));
        return 0;
    }
    if (argc == 2 && !strcmp(argv[1], "operations")) {
        list_operations();
        return 0;
    }
    if (argc != 3)
        return 2;
    struct error error;
    struct loops_binary *binary = loops_binary_open(argv[2], &error);
    if (!binary) {
        fprintf(stderr, "%s\n", error.text);
        return 1;
    }
    if (!strcmp(argv[1], "instructions"))
        list_instructions(binary);
    else
        list_functions(binary);
    loops_binary_close(binary);
    return 0;
}
