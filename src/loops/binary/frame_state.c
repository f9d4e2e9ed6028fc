/* frame_state.c: finds out from .eh_frame whether a function has removed its frame at an address,
 * so that a jump from there can lead to another function. */
#include "loops/binary/frame_reader.h"

#include <dwarf.h>
#include <stdlib.h>

/* The rule for the caller's frame address (CFA): the value of a register plus an offset. */
struct state {
    uint64_t number, offset;
    bool is_known;
};

enum { DEEPEST = 8 }; /* remembered states */

/* The interpreter of the call-frame instructions of .eh_frame. */
struct machine {
    struct state now, kept[DEEPEST];
    unsigned depth;
    uint64_t at; /* the address that `now` is valid for */
    uint64_t step;
};

static void skip_block(struct frame_reader *reader)
{
    uint64_t size = frame_leb(reader, false);
    if (size > (uint64_t)(reader->end - reader->at))
        reader->over = true;
    else
        reader->at += size;
}

/* Pushes the current state, or pops it if `back`. */
static void remember(struct machine *machine, bool back)
{
    if (back ? !machine->depth : machine->depth == DEEPEST)
        machine->now.is_known = false;
    else if (back)
        machine->now = machine->kept[--machine->depth];
    else
        machine->kept[machine->depth++] = machine->now;
}

/* Skips an instruction that says where a register is saved, which does not matter here. */
static void skip_register(struct frame_reader *reader, uint64_t code)
{
    frame_leb(reader, false);
    if (code == DW_CFA_expression || code == DW_CFA_val_expression)
        skip_block(reader);
    else if (code != DW_CFA_restore_extended && code != DW_CFA_undefined &&
             code != DW_CFA_same_value && code != DW_CFA_GNU_args_size)
        frame_leb(reader, false);
}

/* Executes an instruction whose code fills a whole byte. */
static void execute(struct machine *machine, struct frame_reader *reader, uint64_t code)
{
    switch (code) {
    case DW_CFA_nop:
    case DW_CFA_GNU_window_save: /* aarch64: return addresses are signed */
        break;
    case DW_CFA_advance_loc1:
        machine->at += frame_take(reader, 1) * machine->step;
        break;
    case DW_CFA_advance_loc2:
        machine->at += frame_take(reader, 2) * machine->step;
        break;
    case DW_CFA_advance_loc4:
        machine->at += frame_take(reader, 4) * machine->step;
        break;
    case DW_CFA_def_cfa:
        machine->now.number = frame_leb(reader, false);
        machine->now.offset = frame_leb(reader, false);
        machine->now.is_known = true;
        break;
    case DW_CFA_def_cfa_register:
        machine->now.number = frame_leb(reader, false);
        break;
    case DW_CFA_def_cfa_offset:
        machine->now.offset = frame_leb(reader, false);
        break;
    case DW_CFA_remember_state:
    case DW_CFA_restore_state:
        remember(machine, code == DW_CFA_restore_state);
        break;
    case DW_CFA_offset_extended:
    case DW_CFA_offset_extended_sf:
    case DW_CFA_restore_extended:
    case DW_CFA_undefined:
    case DW_CFA_same_value:
    case DW_CFA_register:
    case DW_CFA_expression:
    case DW_CFA_val_expression:
    case DW_CFA_val_offset:
    case DW_CFA_GNU_args_size:
        skip_register(reader, code);
        break;
    default: /* an expression, or newer than this */
        machine->now.is_known = false;
        reader->at = reader->end;
    }
}

/* Executes a program up to the last instruction for an address not after `until`. */
static void run(struct machine *machine, struct frame_reader reader, uint64_t until)
{
    while (reader.at < reader.end && !reader.over) {
        uint64_t code = frame_take(&reader, 1);
        if ((code & 0xc0) == DW_CFA_advance_loc)
            machine->at += (code & 0x3f) * machine->step;
        else if ((code & 0xc0) == DW_CFA_offset)
            frame_leb(&reader, false);
        else if ((code & 0xc0) != DW_CFA_restore)
            execute(machine, &reader, code);
        if (machine->at > until)
            return;
    }
}

static int by_start(const void *key, const void *element)
{
    const uint64_t *address = key;
    const struct loops_binary_frame *frame = element;
    if (*address < frame->start)
        return -1;
    return *address >= frame->end;
}

bool loops_binary_frame_is_down(const struct loops_binary *binary, uint64_t address)
{
    const struct loops_binary_frame *frame =
        binary->frame_count ? bsearch(&address, binary->frames, binary->frame_count,
                                      sizeof *binary->frames, by_start)
                            : NULL;
    if (!frame)
        return true;
    struct machine machine = {.at = frame->start, .step = frame->step};
    run(&machine, (struct frame_reader){.at = frame->common, .end = frame->common_end}, address);
    struct state first = machine.now;
    run(&machine, (struct frame_reader){.at = frame->program, .end = frame->program_end}, address);
    return machine.now.is_known && machine.now.number == first.number &&
           machine.now.offset == first.offset;
}
