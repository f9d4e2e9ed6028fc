// user.cc: the public header in C++.
#include <triptych/triptych.h>

static int early(int n)
{
    TRI_REGION ("from C++") {
        if (n % 2)
            return 1;
    }
    return 0;
}

int main()
{
    int odd = 0;
    for (int i = 0; i < 9; i++)
        odd += early(i);
    tri_begin("named");
    tri_end();
    return odd == 4 ? 0 : 1;
}
