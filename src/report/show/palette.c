/* palette.c: see palette.h
 *
 * The hues are those that Okabe and Ito chose for colour-blind readers (2008), with the yellow made
 * darker for white paper, and all of them lighter for a dark page; a violet and a brown are added
 * for classes of MPI. The levels of heat maps change
 * evenly in lightness and go from the page's colour away from it. */
#include "report/show/palette.h"

#include "archive/time/cycle_classes.h"
#include "report/show/canvas.h"

static const struct {
    uint32_t light, dark;
    size_t pattern;
    unsigned basic; /* the nearest of 16 colours that no other one has */
} looks[PALETTE_LOOKS] = {
    {0x0072b2, 0x4a9fd8, 0, 12}, /* program */
    {0xcc79a7, 0xd98fb8, 3, 5},  /* runtime */
    {0xe69f00, 0xefb238, 1, 11}, /* MPI point-to-point */
    {0x7b4fa0, 0xa98ad6, 2, 13}, /* MPI collective */
    {0xd55e00, 0xe8803c, 4, 9},  /* synchronisation */
    {0x009e73, 0x35b88f, 5, 2},  /* I/O */
    {0xd3d8de, 0x3d4652, 0, 8},  /* idle */
    {0xb7a98f, 0x8c806b, 6, 3},  /* MPI setup */
    {0xa7adb6, 0x6f7885, 7, 7},  /* others */
    {0x0072b2, 0x4a9fd8, 0, 12}, {0xe69f00, 0xefb238, 1, 11},
    {0x009e73, 0x35b88f, 5, 2},  {0xcc79a7, 0xd98fb8, 3, 5},
    {0xd55e00, 0xe8803c, 4, 9},  {0x56b4e9, 0x86cdf5, 2, 14},
    {0xb9a500, 0xd8c84a, 6, 3},  {0x5d5a94, 0x9a97d0, 7, 13},
    {0x4b5563, 0xb6bfcb, 1, 6}, /* unknown */
};

static const struct {
    uint32_t light, dark;
} levels[PALETTE_LEVELS] = {
    {0xebede2, 0x1f2a36}, {0xcae3c2, 0x1d3855}, {0x9cd1b8, 0x1e4f6f}, {0x73bcb2, 0x1d6882},
    {0x50a5ad, 0x238389}, {0x398ca4, 0x329f8c}, {0x307397, 0x62b684}, {0x285b85, 0x8ecd7a},
    {0x23446e, 0xc3de87}, {0x1c2f57, 0xf6ee95},
};

uint32_t palette_look(size_t look, bool dark)
{
    return dark ? looks[look % PALETTE_LOOKS].dark : looks[look % PALETTE_LOOKS].light;
}

uint32_t palette_level(size_t level, bool dark)
{
    return dark ? levels[level % PALETTE_LEVELS].dark : levels[level % PALETTE_LEVELS].light;
}

size_t palette_pattern(size_t look)
{
    return looks[look % PALETTE_LOOKS].pattern;
}

const char *palette_glyph(size_t look, bool utf8)
{
    static const char *const shapes[PALETTE_PATTERNS] = {"█", "▓", "▒", "░", "╱", "╳", "▚", "·"};
    static const char *const plain[PALETTE_PATTERNS] = {"#", "=", "o", ":", "/", "x", "%", "."};
    if (look == CYCLES_IDLE) /* next to nothing */
        return utf8 ? "·" : ".";
    if (look == PALETTE_OTHERS)
        return utf8 ? "┄" : "-";
    if (look == PALETTE_UNKNOWN)
        return "?";
    size_t pattern = palette_pattern(look);
    return utf8 ? shapes[pattern] : plain[pattern];
}

size_t palette_class(size_t class)
{
    return class == CYCLES_UNKNOWN ? PALETTE_UNKNOWN : class;
}

uint32_t palette_back(size_t look, uint32_t colour)
{
    return look == PALETTE_UNKNOWN ? CANVAS_PLAIN : colour;
}

size_t palette_region(size_t row)
{
    return PALETTE_FIRST + row % PALETTE_SERIES;
}

static unsigned part(uint32_t colour, int number)
{
    return colour >> (16 - 8 * number) & 0xff;
}

bool palette_is_dark(uint32_t colour)
{
    return part(colour, 0) * 299 + part(colour, 1) * 587 + part(colour, 2) * 114 < 135 * 1000;
}

static unsigned distance(uint32_t a, uint32_t b)
{
    unsigned sum = 0;
    for (int i = 0; i < 3; i++) {
        int d = (int)part(a, i) - (int)part(b, i);
        sum += (unsigned)(d * d);
    }
    return sum;
}

unsigned palette_256(uint32_t colour)
{
    static const unsigned steps[6] = {0, 95, 135, 175, 215, 255};
    unsigned cube = 0;
    uint32_t near = 0;
    for (int i = 0; i < 3; i++) {
        unsigned best = 0;
        for (unsigned step = 1; step < 6; step++) {
            if (distance(steps[step], part(colour, i)) < distance(steps[best], part(colour, i)))
                best = step;
        }
        cube = cube * 6 + best;
        near = near << 8 | steps[best];
    }
    unsigned grey = (part(colour, 0) + part(colour, 1) + part(colour, 2)) / 3;
    unsigned step = grey < 8 ? 0 : grey > 238 ? 23 : (grey - 3) / 10;
    uint32_t level = 8 + 10 * step;
    if (distance(level << 16 | level << 8 | level, colour) < distance(near, colour))
        return 232 + step;
    return 16 + cube;
}

unsigned palette_16(uint32_t colour)
{
    for (size_t i = 0; i < PALETTE_LOOKS; i++) {
        if (looks[i].light == colour || looks[i].dark == colour)
            return looks[i].basic;
    }
    return 7;
}
