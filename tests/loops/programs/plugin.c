/* A library with loops of its own, in its initialiser, too. */
static volatile long sum;

__attribute__((noinline)) static void turn(long n)
{
    for (long i = 0; i < n; i++)
        sum += i;
}

__attribute__((constructor)) static void begin(void)
{
    turn(11);
}

__attribute__((destructor)) static void end(void)
{
    turn(5);
}

void plugin_work(long n)
{
    turn(n);
    turn(n);
}
