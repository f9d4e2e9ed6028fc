#include <triptych/probes.h>
TRI_UNIT_BEGIN(6);
#line 1 "nested.c"
/* GNU C's functions in functions, which libclang does not know. */
#include <stdio.h>

int main(void)
{ TRI_ROUTINE(0); {
    __label__ done;
    auto int late(int);
    int sum = 0;
    int add(int x)
    {
        for (int i = 0; i < x; i++)
            sum += i;
        return sum;
    }
    int late(int x)
    {
        if (x > 3)
            goto done;
        return x;
    }
    { TRI_LOOP(3); for (int i = 0; i < 3; i++)
        { TRI_TRIP(3); add(late(i)); } }
    { TRI_LOOP(4); for (int i = 0; i < 10; i++) { TRI_TRIP(4);
        sum++;
        late(i);
    } }
done:
    TRI_IO_BEGIN(5, TRI_FD(1)) printf("%d\n", sum) TRI_IO_END(5, tri_result);
    return 0;
} }
#line 1 "<triptych>"
TRI_TABLE(6) = {
    TRI_ROW(TRI_NEW, TRI_KIND_ROUTINE, 0, 1, 4, 30, 0, "main", "nested.c", 0),
    TRI_ROW(TRI_OFF, TRI_KIND_ROUTINE, TRI_UNMEASURED, 1, 10, 14, 0, "add", "nested.c", "it is a nested function"),
    TRI_ROW(TRI_OFF, TRI_KIND_ROUTINE, TRI_UNMEASURED, 1, 16, 20, 0, "late", "nested.c", "it is a nested function"),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED, 1, 21, 22, 1, "", "nested.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED, 2, 23, 26, 1, "", "nested.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, TRI_WRITES, 1, 28, 28, 1, "printf", "nested.c", 0),
};
TRI_UNIT_END(6, "nested.c", "DIR");
