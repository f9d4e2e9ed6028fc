/* Functions whose names begin like those of probes. */
#include <stdio.h>

static volatile int edges, corners = 5;

__attribute__((noinline)) void tri_count_edges(int cell)
{
    for (int edge = 0; edge < corners; edge++)
        edges = edges + cell;
}

__attribute__((noinline)) void tri_leave_point(int cell)
{
    edges = edges - cell;
}

__attribute__((noinline)) void tri_core_mesh(int cells)
{
    for (int cell = 0; cell < cells; cell++) {
        tri_count_edges(cell);
        tri_leave_point(cell);
    }
}

int main(void)
{
    tri_core_mesh(7);
    printf("%d\n", edges);
    return 0;
}
