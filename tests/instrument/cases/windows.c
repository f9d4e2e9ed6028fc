/* A byte order mark and lines that end with CR LF. */
int main(void)
{
    int x = 0;
    for (int i = 0; i < 3; i++)
        x++; // behind
    return x - 3;
}
