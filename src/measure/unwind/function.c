/* function.c: see function.h. Linux Standard Base, 10.6: Exception Frames. */
#include "measure/unwind/function.h"

#include "measure/unwind/module.h"

#include <stddef.h>

/* The encodings of a pointer. */
enum {
    ABSOLUTE = 0x00,
    ULEB128 = 0x01,
    UDATA2 = 0x02,
    UDATA4 = 0x03,
    UDATA8 = 0x04,
    SLEB128 = 0x09,
    SDATA2 = 0x0a,
    SDATA4 = 0x0b,
    SDATA8 = 0x0c,
    FORM = 0x0f,
    FROM_HERE = 0x10,   /* relative to its own address */
    FROM_HEADER = 0x30, /* relative to the beginning of .eh_frame_hdr */
    APPLICATION = 0x70,
    INDIRECT = 0x80,
    OMITTED = 0xff,
};

static uint64_t take_form(struct unwind_bytes *bytes, unsigned form)
{
    switch (form) {
    case ABSOLUTE:
    case UDATA8:
    case SDATA8:
        return unwind_take(bytes, 8);
    case ULEB128:
        return unwind_leb(bytes);
    case SLEB128:
        return (uint64_t)unwind_leb_signed(bytes);
    case UDATA2:
        return unwind_take(bytes, 2);
    case UDATA4:
        return unwind_take(bytes, 4);
    case SDATA2:
        return (uint64_t)unwind_take_signed(bytes, 2);
    case SDATA4:
        return (uint64_t)unwind_take_signed(bytes, 4);
    default:
        bytes->over = true;
        return 0;
    }
}

static uintptr_t take_pointer(struct unwind_bytes *bytes, unsigned encoding, uintptr_t header)
{
    uintptr_t here = (uintptr_t)bytes->at;
    if (encoding == OMITTED)
        return 0;
    uint64_t value = take_form(bytes, encoding & FORM);
    switch (encoding & APPLICATION) {
    case 0:
        break;
    case FROM_HERE:
        value += here;
        break;
    case FROM_HEADER:
        value += header;
        break;
    default:
        bytes->over = true;
    }
    if (encoding & INDIRECT)
        bytes->over = true; /* not used in these tables */
    return value;
}

static struct unwind_bytes bytes_at(const struct unwind_module *module, uintptr_t at)
{
    const uint8_t *from = (const uint8_t *)at;
    bool inside = from >= module->start && from < module->end;
    return (struct unwind_bytes){inside ? from : module->end, module->end, !inside};
}

/* Returns the address of the description of the function at `pc`, 0 if there is none. The table of
 * .eh_frame_hdr is sorted; its rows are a function's start and its description, both relative to
 * the header. */
static uintptr_t find_description(const struct unwind_module *module, uintptr_t pc)
{
    uintptr_t header = (uintptr_t)module->header;
    struct unwind_bytes bytes = bytes_at(module, header);
    unsigned version = (unsigned)unwind_take(&bytes, 1);
    unsigned frames = (unsigned)unwind_take(&bytes, 1), counts = (unsigned)unwind_take(&bytes, 1);
    unsigned rows = (unsigned)unwind_take(&bytes, 1);
    take_pointer(&bytes, frames, header);
    uint64_t count = take_pointer(&bytes, counts, header);
    if (version != 1 || rows != (FROM_HEADER | SDATA4) || bytes.over ||
        count > (size_t)(bytes.end - bytes.at) / 8)
        return 0;
    const uint8_t *table = bytes.at;
    uint64_t low = 0, high = count;
    while (low < high) {
        uint64_t middle = low + (high - low) / 2;
        struct unwind_bytes row = {table + middle * 8, bytes.end, false};
        if (header + (uintptr_t)unwind_take_signed(&row, 4) <= pc)
            low = middle + 1;
        else
            high = middle;
    }
    struct unwind_bytes row = {table + (low ? low - 1 : 0) * 8 + 4, bytes.end, false};
    return low ? header + (uintptr_t)unwind_take_signed(&row, 4) : 0;
}

/* Opens an entry of .eh_frame behind its length; `over` is set if it is invalid. */
static struct unwind_bytes open_entry(const struct unwind_module *module, uintptr_t at)
{
    struct unwind_bytes bytes = bytes_at(module, at);
    uint64_t size = unwind_take(&bytes, 4);
    if (size == UINT32_MAX)
        size = unwind_take(&bytes, 8);
    if (!size || size > (uint64_t)(bytes.end - bytes.at))
        bytes.over = true;
    else
        bytes.end = bytes.at + size;
    return bytes;
}

/* Reads the part that several functions share (the CIE); *encoding is that of their addresses. */
static bool read_common(const struct unwind_module *module, uintptr_t at, unsigned *encoding,
                        bool *has_data, struct measure_unwind_function *function)
{
    struct unwind_bytes bytes = open_entry(module, at);
    uint64_t is_function = unwind_take(&bytes, 4), version = unwind_take(&bytes, 1);
    const char *letters = (const char *)bytes.at;
    while (unwind_take(&bytes, 1))
        continue;
    if (bytes.over || is_function || (version != 1 && version != 3))
        return false;
    function->code_step = unwind_leb(&bytes);
    function->data_step = unwind_leb_signed(&bytes);
    function->return_column = version == 1 ? unwind_take(&bytes, 1) : unwind_leb(&bytes);
    *encoding = ABSOLUTE;
    *has_data = *letters == 'z';
    if (*letters && !*has_data)
        return false; /* written by a compiler of the last century */
    uint64_t size = *has_data ? unwind_leb(&bytes) : 0;
    struct unwind_bytes data = bytes;
    unwind_skip(&bytes, size);
    for (letters += *has_data; *letters; letters++) {
        if (*letters == 'R')
            *encoding = (unsigned)unwind_take(&data, 1);
        else if (*letters == 'P') /* the personality: only exceptions need it */
            take_form(&data, (unsigned)unwind_take(&data, 1) & FORM);
        else if (*letters == 'L')
            unwind_take(&data, 1);
        else if (*letters == 'S')
            function->is_signal_frame = true;
    }
    function->common = bytes;
    return !bytes.over && !data.over;
}

bool measure_unwind_function_of(uintptr_t pc, struct measure_unwind_function *function)
{
    struct unwind_module module;
    uintptr_t at = unwind_module_of(pc, &module) ? find_description(&module, pc) : 0;
    if (!at)
        return false;
    *function = (struct measure_unwind_function){0};
    struct unwind_bytes bytes = open_entry(&module, at);
    uintptr_t here = (uintptr_t)bytes.at;
    uint64_t back = unwind_take(&bytes, 4);
    unsigned encoding = 0;
    bool has_data = false;
    if (bytes.over || !back || !read_common(&module, here - back, &encoding, &has_data, function))
        return false;
    function->start = take_pointer(&bytes, encoding, 0);
    function->end = function->start + take_form(&bytes, encoding & FORM);
    if (has_data)
        unwind_skip(&bytes, unwind_leb(&bytes));
    function->own = bytes;
    return !bytes.over && pc >= function->start && pc < function->end;
}
