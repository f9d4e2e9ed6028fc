/* probed.c: the same, compiled with whatever measures it. */
volatile long probed_sink;
void probed(long value);

void probed(long value)
{
    probed_sink = value;
}
