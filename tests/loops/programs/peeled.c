/* peeled.c: loops that store and then break: compilers take the first pass out of the loop. Each
 * makes 13 passes. */
#define KERNEL __attribute__((noinline))

static volatile int sink;

KERNEL static void always(void)
{
    for (int i = 0; i < 40; i++) {
        sink = i;
        if (i == 12)
            break;
    }
}

KERNEL static void counted(int n)
{
    for (int i = 0; i < n; i++) {
        sink = i;
        if (i == 12)
            break;
    }
}

int main(void)
{
    always();
    counted(31);
    return 0;
}
