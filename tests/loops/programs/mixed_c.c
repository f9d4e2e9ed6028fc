/* mixed_c.c: see mixed.cpp */
int plain(int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += i;
    return sum;
}

int through(int n, int (*f)(int))
{
    return f(n) + plain(1);
}

int nested(int n, int (*f)(int))
{
    int sum = plain(n);
    for (int i = 0; i < n; i++)
        sum += f(i) + plain(2);
    return sum + plain(n);
}
