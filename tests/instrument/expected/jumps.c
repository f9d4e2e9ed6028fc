#include <triptych/probes.h>
TRI_UNIT_BEGIN(23);
TRI_SHAPE(2, 0, TRI_SUM_VALUE(0), TRI_SUM_VALUE(1));
TRI_SHAPE(2, 1, TRI_SUM_VALUE(0), TRI_SUM_VALUE(1), TRI_RANGE_VALUES(0));
TRI_SHAPE(2, 2, TRI_SUM_VALUE(0), TRI_SUM_VALUE(1), TRI_RANGE_VALUES(0), TRI_RANGE_VALUES(1));
TRI_TALLIES(1, 0);
#line 1 "jumps.c"
/* Jumps into, out of and between loops. */
#include <stdio.h>

static int into(int x)
{ TRI_LEAF_ROUTINE(0);
    if (x > 3)
        goto middle;
    for (x = 0; x < 10; x++) {
        x++;
    middle:
        x++;
    }
    return x;
}

static int duff(int count)
{ TRI_LEAF_ROUTINE(2);
    int copied = 0, n = (count + 3) / 4;
    switch (count % 4) {
    case 0:
        do {
            copied++;
        case 3: copied++;
        case 2: copied++;
        case 1: copied++;
        } while (--n > 0);
    }
    return copied;
}

static int computed(const char *program)
{ TRI_ROUTINE(4);
    static void *table[] = {&&add, &&twice, &&end};
    int x = 0;
    { TRI_LEAF_LOOP(5); for (int i = 0; i < 2; i++)
        { TRI_TRIP(5); x++; } }
    for (;;) {
        goto *table[*program++ - '0'];
    add:
        x++;
        continue;
    twice:
        x *= 2;
        continue;
    }
end:
    return x;
}

static int inside(const char *program)
{ TRI_ROUTINE(7);
    int x = 0, going = 1;
    { TRI_LEAF_LOOP(8); while (going) { TRI_TRIP(8); {
        static void *table[] = {&&add, &&end};
        goto *table[*program++ - '0'];
    add:
        x++;
        continue;
    end:
        going = 0;
    } } }
    return x;
}

static int out(int x)
{ TRI_LEAF_NEST_ROUTINE(9, 2, 2);
    { if (TRI_TIMES(tri_frame_9)) { { TRI_OUTER_LOOP(10, TRI_NONE, TRI_SUM(tri_frame_9, 0), TRI_RANGE(tri_frame_9, 0)); for (int i = 0; i < 10; i++) { TRI_TRIP(10);
        { TRI_TIMED_LOOP(11, tri_frame_9, TRI_NONE, TRI_SUM(tri_frame_9, 1), TRI_RANGE(tri_frame_9, 1)); for (int j = 0; j < 10; j++) { TRI_TRIP(11);
            if (i * j == x)
                goto found;
            if (i + j == 17)
                return -1;
        } }
    } } } else if (TRI_COUNTS(tri_frame_9)) {
#line 67 "jumps.c"
{ TRI_LIGHT_LOOP(10, TRI_NONE, TRI_SUM(tri_frame_9, 0), TRI_RANGE(tri_frame_9, 0)); for (int i = 0; i < 10; i++) { TRI_TRIP(10);
        { TRI_LIGHT_LOOP(11, TRI_NONE, TRI_SUM(tri_frame_9, 1), TRI_RANGE(tri_frame_9, 1)); for (int j = 0; j < 10; j++) { TRI_TRIP(11);
            if (i * j == x)
                goto found;
            if (i + j == 17)
                return -1;
        } }
    } } } else {
#line 67 "jumps.c"
for (int i = 0; i < 10; i++) {
        for (int j = 0; j < 10; j++) {
            if (i * j == x)
                goto found;
            if (i + j == 17)
                return -1;
        }
    } } }
    return 0;
found:
    return 1;
}

static int back(void)
{ TRI_LEAF_NEST_ROUTINE(12, 2, 1);
    int x = 0;
again:
    { if (TRI_TIMES(tri_frame_12)) { { TRI_TIMED_LOOP(13, tri_frame_12, TRI_SUM(tri_frame_12, 0), TRI_SUM(tri_frame_12, 1), TRI_RANGE(tri_frame_12, 0)); while (x < 3)
        { TRI_TRIP(13); x++; } } } else {
#line 84 "jumps.c"
{ TRI_LIGHT_LOOP(13, TRI_SUM(tri_frame_12, 0), TRI_SUM(tri_frame_12, 1), TRI_RANGE(tri_frame_12, 0)); while (x < 3)
        { TRI_TRIP(13); x++; } } } }
    if (x++ < 5)
        goto again;
    return x;
}

TRI_ONCE static int hop(int x)
{
    { TRI_PASS(TRI_TALLY_SUM(0)); for (int i = 0; i < 4; i++) {
        if (i == 2)
            goto next;
        x++;
    next:
        x++;
    } }
    return x;
}

static int assembler(void)
{ TRI_ROUTINE(16);
    for (int i = 0; i < 3; i++) {
        asm goto("" : : : : leave);
    }
    return 1;
leave:
    return 2;
}

int main(void)
{ TRI_NEST_ROUTINE(18, 2, 0); TRI_TAKE_SUM(tri_frame_18, 1, 0);
    TRI_IO_BEGIN(19, TRI_FD(1)) printf("%d %d %d\n", into(1), into(5), duff(10)) TRI_IO_END(19, tri_result);
    TRI_IO_BEGIN(20, TRI_FD(1)) printf("%d %d\n", computed("001012"), inside("0001")) TRI_IO_END(20, tri_result);
    TRI_IO_BEGIN(21, TRI_FD(1)) printf("%d %d %d\n", out(12), out(1000), back()) TRI_IO_END(21, tri_result);
    TRI_IO_BEGIN(22, TRI_FD(1)) printf("%d %d\n", (TRI_PASS(TRI_SUM(tri_frame_18, 0)), hop(0)), (TRI_TAKEN_SUM(tri_frame_18, 1), TRI_PUBLISH(tri_frame_18, 2, 0), assembler())) TRI_IO_END(22, tri_result);
    return 0;
}
#line 1 "<triptych>"
TRI_TABLE(23) = {
    TRI_ROW(TRI_NEW, TRI_KIND_ROUTINE, TRI_LEAF, 1, 4, 14, 0, "into", "jumps.c", 0),
    TRI_ROW(TRI_OFF, TRI_KIND_LOOP, TRI_UNMEASURED, 1, 8, 12, 1, "", "jumps.c", "a goto from outside jumps into it"),
    TRI_ROW(TRI_NEW, TRI_KIND_ROUTINE, TRI_LEAF, 1, 16, 29, 0, "duff", "jumps.c", 0),
    TRI_ROW(TRI_OFF, TRI_KIND_LOOP, TRI_UNMEASURED | TRI_DO, 1, 21, 26, 3, "", "jumps.c", "it contains a case label of an enclosing switch"),
    TRI_ROW(TRI_NEW, TRI_KIND_ROUTINE, 0, 1, 31, 48, 0, "computed", "jumps.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED | TRI_LEAF, 1, 35, 36, 5, "", "jumps.c", 0),
    TRI_ROW(TRI_OFF, TRI_KIND_LOOP, TRI_UNMEASURED, 2, 37, 45, 5, "", "jumps.c", "a computed goto may jump into it or out of it"),
    TRI_ROW(TRI_NEW, TRI_KIND_ROUTINE, 0, 1, 50, 63, 0, "inside", "jumps.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_LEAF | TRI_WHILE, 1, 53, 61, 8, "", "jumps.c", 0),
    TRI_ANCHOR_ROW(TRI_NEW, TRI_KIND_ROUTINE, TRI_LEAF, 1, 65, 78, 0, "out", "jumps.c", 0, 2, 2),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, 0, 1, 67, 74, 10, "", "jumps.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_LEAF, 2, 68, 73, 10, "", "jumps.c", 0),
    TRI_ANCHOR_ROW(TRI_NEW, TRI_KIND_ROUTINE, TRI_LEAF, 1, 80, 89, 0, "back", "jumps.c", 0, 2, 1),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_LEAF | TRI_WHILE, 1, 84, 85, 13, "again", "jumps.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_ROUTINE, 0, 1, 91, 101, 0, "hop", "jumps.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED | TRI_LEAF, 1, 93, 99, 15, "", "jumps.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_ROUTINE, 0, 1, 103, 111, 0, "assembler", "jumps.c", 0),
    TRI_ROW(TRI_OFF, TRI_KIND_LOOP, TRI_UNMEASURED, 1, 105, 107, 17, "", "jumps.c", "a computed goto may jump into it or out of it"),
    TRI_ANCHOR_ROW(TRI_NEW, TRI_KIND_ROUTINE, 0, 1, 113, 120, 0, "main", "jumps.c", 0, 2, 0),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, TRI_WRITES, 1, 115, 115, 19, "printf", "jumps.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, TRI_WRITES, 2, 116, 116, 19, "printf", "jumps.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, TRI_WRITES, 3, 117, 117, 19, "printf", "jumps.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, TRI_WRITES, 4, 118, 118, 19, "printf", "jumps.c", 0),
};
TRI_LIGHTS(5) = {
    TRI_LIGHT(10, 9, 0, -1, 0, 0, 1, 0, 0, 0, 0, 0),
    TRI_LIGHT(11, 9, 1, -1, 1, 1, 1, 0, 0, 0, 0, 0),
    TRI_LIGHT(13, 12, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0),
    TRI_LIGHT(14, 18, 0, 0, -1, -1, 1, 0, 0, 0, 0, 0),
    TRI_LIGHT(15, 18, 4, 1, -1, -1, 1, 0, 0, 4, 0, 0),
};
TRI_LIT_UNIT_END(23, "jumps.c", "DIR", tri_lights, 5);
