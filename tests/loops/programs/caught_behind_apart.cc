// What caught_behind.cc calls.
[[noreturn]] void fail(int number)
{
    throw number;
}

[[noreturn]] void fail_by_jump(int number)
{
    fail(number);
}
