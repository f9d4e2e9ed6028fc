#ifdef PLAIN
#define ENTER(n)
#define LEAVE(n)
#define LEAVE_LOOP(n, trips)
#define ENTER_LEAF(n)
#define END_LOOP(n, trips)
#define LEAVE_IO(n, unit)
#define CLOSING(n, unit)
#else
#define ENTER(n) tri_h(n) = 0; if (tri_r(1, n) /= 0) call tri_enter(tri_r(1, n), tri_h(n))
#define LEAVE(n) if (tri_h(n) /= 0) call tri_leave(tri_h(n))
#define LEAVE_LOOP(n, trips) if (tri_h(n) /= 0) call tri_leave_loop(tri_h(n), trips)
#define ENTER_LEAF(n) tri_h(n) = 0; if (iand(tri_r(1, n), 5_4) /= 0) call tri_enter(tri_r(1, n), tri_h(n))
#define END_LOOP(n, trips) if (tri_r(1, n) /= 0) call tri_end_loop(tri_r(1, n), tri_h(n), trips)
#define LEAVE_IO(n, unit) if (tri_h(n) /= 0) call tri_leave_io(tri_h(n), tri_unit(unit))
#define CLOSING(n, unit) if (tri_h(n) /= 0) call tri_closing(tri_h(n), tri_unit(unit))
#endif
