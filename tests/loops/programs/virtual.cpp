// virtual.cpp: virtual calls, and exceptions out of them, in several loops of one function.
#include <cstdio>
#include <memory>
#include <stdexcept>
#include <vector>

namespace {

struct Shape {
    virtual ~Shape() = default;
    virtual long area(long n) const = 0;
};

struct Square : Shape {
    long area(long n) const override
    {
        long sum = 0;
        for (volatile long i = 0; i < n; i = i + 1)
            sum += n;
        return sum;
    }
};

struct Bad : Shape {
    long area(long n) const override
    {
        if (n > 2)
            throw std::runtime_error("too large");
        return n;
    }
};

__attribute__((noinline)) long measure(const std::vector<std::unique_ptr<Shape>> &shapes)
{
    long sum = 0;
    for (volatile long i = 0; i < 3; i = i + 1)
        sum += shapes[0]->area(4);
    for (volatile long i = 0; i < 5; i = i + 1) {
        try {
            sum += shapes[1]->area(i);
        } catch (const std::runtime_error &) {
            sum += shapes[0]->area(7);
        }
    }
    return sum + shapes[0]->area(1);
}

} // namespace

int main()
{
    std::vector<std::unique_ptr<Shape>> shapes;
    shapes.push_back(std::make_unique<Square>());
    shapes.push_back(std::make_unique<Bad>());
    std::printf("%ld\n", measure(shapes));
    return 0;
}
