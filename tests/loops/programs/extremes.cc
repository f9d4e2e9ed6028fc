// extremes.cc: loops that exceptions leave, or that catch them; test_extremes.py knows their trips.
static volatile int sink;

__attribute__((noinline)) static void may_throw(int i, int at)
{
    if (i == at)
        throw i;
    sink += i;
}

// left by an exception in trip at + 1, or after 9 trips
__attribute__((noinline)) static void left(int at)
{
    for (int i = 0; i < 9; i++)
        may_throw(i, at);
}

// catches in each fourth trip, and goes on: n trips
__attribute__((noinline)) static void catches(int n)
{
    for (int i = 0; i < n; i++) {
        try {
            may_throw(i % 4, 3);
        } catch (int) {
            sink++;
        }
    }
}

// the loop is open in outer calls; an exception leaves inner calls, and the outer loop goes on
__attribute__((noinline)) static void deep(int depth)
{
    for (int i = 0; i <= depth; i++) {
        try {
            may_throw(depth, 0);
            deep(depth - 1);
        } catch (int) {
            sink++;
        }
    }
}

int main()
{
    for (int i = 3; i < 12; i += 3) {
        try {
            left(i);
        } catch (int) {
            sink++;
        }
    }
    for (int i = 5; i < 14; i++)
        catches(i);
    deep(3);
}
