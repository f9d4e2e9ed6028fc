/* bare.c: a routine that does as little as a routine can. */
volatile long bare_sink;
void bare(long value);

void bare(long value)
{
    bare_sink = value;
}
