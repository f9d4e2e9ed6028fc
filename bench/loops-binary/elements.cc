/* elements.cc: a finite-element program in the style of templated C++ libraries: small functions
 * that are inlined into each other, many instances of each, containers and algorithms of the
 * standard library. What it computes matters less than its debugging information.
 *
 * It is compiled several times, as PART 1 to PARTS with elements of different order, and once as
 * PART 0, which is the program. Usage: elements ROUNDS */
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>
#include <memory>
#include <numeric>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

struct Result {
    double sum;
    std::size_t entries;
};

template <int Part> Result run_part(int rounds);

#if PART == 0

template <int... Parts> static double run_all(int rounds, std::integer_sequence<int, Parts...>)
{
    double sum = 0;
    ((sum += run_part<Parts + 1>(rounds).sum), ...);
    return sum;
}

int main(int count, char **words)
{
    int rounds = count > 1 ? std::atoi(words[1]) : 10;
    std::printf("%.9g\n", run_all(rounds, std::make_integer_sequence<int, PARTS>()));
    return 0;
}

#else

namespace small {

/* Expressions of vectors that are computed element by element, when they are assigned. */
template <typename Left, typename Right, typename Operation> class Expression {
public:
    Expression(const Left &left, const Right &right) : left(left), right(right) {}
    double operator[](std::size_t i) const { return Operation()(left[i], right[i]); }

private:
    const Left &left;
    const Right &right;
};

template <std::size_t Size> class Vector {
public:
    Vector() { values.fill(0); }
    template <typename Function> explicit Vector(Function function)
    {
        for (std::size_t i = 0; i < Size; i++)
            values[i] = function(i);
    }
    template <typename L, typename R, typename O> Vector &operator=(const Expression<L, R, O> &from)
    {
        for (std::size_t i = 0; i < Size; i++)
            values[i] = from[i];
        return *this;
    }
    double &operator[](std::size_t i) { return values[i]; }
    double operator[](std::size_t i) const { return values[i]; }
    auto begin() const { return values.begin(); }
    auto end() const { return values.end(); }

private:
    std::array<double, Size> values;
};

template <typename L, typename R> auto operator+(const L &left, const R &right)
{
    return Expression<L, R, std::plus<double>>(left, right);
}

template <std::size_t Size> double dot(const Vector<Size> &left, const Vector<Size> &right)
{
    return std::inner_product(left.begin(), left.end(), right.begin(), 0.0);
}

} // namespace small

/* Lagrange polynomials on equidistant nodes, in as many directions as there are. */
template <int Directions, int Order> struct Basis {
    static constexpr int side = Order + 1;
    static constexpr int size = Directions == 1 ? side : Directions == 2 ? side * side : side * side * side;
    static double along(int node, double x)
    {
        double value = 1;
        for (int other = 0; other < side; other++) {
            if (other == node)
                continue;
            value *= (x * Order - other) / (node - other);
        }
        return value;
    }
    static double at(int node, const std::array<double, Directions> &point)
    {
        double value = 1;
        for (int d = 0; d < Directions; d++, node /= side)
            value *= along(node % side, point[d]);
        return value;
    }
};

template <int Directions, int Points> class Quadrature {
public:
    template <typename Function> void each(Function function) const
    {
        std::array<double, Directions> point;
        go<0>(point, 1.0, function);
    }

private:
    template <int Direction, typename Function>
    void go(std::array<double, Directions> &point, double weight, Function &function) const
    {
        for (int i = 0; i < Points; i++) {
            point[Direction] = (i + 0.5) / Points;
            if constexpr (Direction + 1 < Directions)
                go<Direction + 1>(point, weight / Points, function);
            else
                function(point, weight / Points);
        }
    }
};

struct Mass {
    template <typename Element, typename Point> double operator()(const Element &, int i, int j, const Point &point) const
    {
        return Element::at(i, point) * Element::at(j, point);
    }
};

struct Shifted {
    double by = 0.25;
    template <typename Element, typename Point> double operator()(const Element &, int i, int j, const Point &point) const
    {
        Point moved = point;
        std::transform(point.begin(), point.end(), moved.begin(), [this](double x) { return x + by; });
        return Element::at(i, moved) * Element::at(j, point);
    }
};

/* A sparse matrix: rows are put together in maps, then pressed. */
class Matrix {
public:
    void add(std::size_t row, std::size_t column, double value) { rows[row][column] += value; }
    void press()
    {
        for (const auto &[row, columns] : rows) {
            begins.push_back(values.size());
            for (const auto &[column, value] : columns) {
                places.push_back(column);
                values.push_back(value);
            }
        }
        begins.push_back(values.size());
    }
    void multiply(const std::vector<double> &by, std::vector<double> &to) const
    {
        for (std::size_t row = 0; row + 1 < begins.size(); row++) {
            double sum = 0;
            for (std::size_t k = begins[row]; k < begins[row + 1]; k++)
                sum += values[k] * by[places[k]];
            to[row] = sum;
        }
    }
    std::size_t size() const { return rows.size(); }
    std::size_t entries() const { return values.size(); }

private:
    std::map<std::size_t, std::unordered_map<std::size_t, double>> rows;
    std::vector<std::size_t> begins, places;
    std::vector<double> values;
};

/* Conjugate gradients: the condition asks the object, as the loops of such programs do. */
class Solver {
public:
    Solver(const Matrix &matrix, int most) : matrix(matrix), most(most) {}
    int steps() const { return done; }
    double solve(std::vector<double> &x, const std::vector<double> &b)
    {
        std::vector<double> r = b, p = b, q(b.size());
        double rho = std::inner_product(r.begin(), r.end(), r.begin(), 0.0), start = rho;
        for (done = 0; steps() < most && rho > 1e-20 * start; done++) {
            matrix.multiply(p, q);
            double alpha = rho / std::inner_product(p.begin(), p.end(), q.begin(), 0.0);
            std::transform(x.begin(), x.end(), p.begin(), x.begin(), [=](double a, double c) { return a + alpha * c; });
            std::transform(r.begin(), r.end(), q.begin(), r.begin(), [=](double a, double c) { return a - alpha * c; });
            double next = std::inner_product(r.begin(), r.end(), r.begin(), 0.0), beta = next / rho;
            std::transform(r.begin(), r.end(), p.begin(), p.begin(), [=](double a, double c) { return a + beta * c; });
            rho = next;
        }
        return std::accumulate(x.begin(), x.end(), 0.0);
    }

private:
    const Matrix &matrix;
    int most, done = 0;
};

template <int Directions, int Order, typename Kernel> class Problem {
    using Element = Basis<Directions, Order>;
    using Local = small::Vector<Element::size>;

public:
    Result run(int rounds)
    {
        Result result = {0, 0};
        for (int round = 0; round < rounds; round++) {
            Matrix matrix;
            assemble(matrix, round);
            std::vector<double> x(matrix.size(), 0), b(matrix.size(), 1);
            result.sum += Solver(matrix, 20).solve(x, b);
            result.entries += matrix.entries();
        }
        return result;
    }

private:
    void assemble(Matrix &matrix, int round)
    {
        Element element;
        Quadrature<Directions, Order + 1> quadrature;
        for (int i = 0; i < Element::size; i++) {
            Local row, half([=](std::size_t k) { return k == static_cast<std::size_t>(i) ? 1 + 0.1 * round : 0; });
            for (int j = 0; j < Element::size; j++)
                quadrature.each([&](const auto &point, double weight) { row[j] += weight * kernel(element, i, j, point); });
            Local sum;
            sum = row + half;
            for (int j = 0; j < Element::size; j++)
                matrix.add(i, j, sum[j] + small::dot(half, half));
        }
        matrix.press();
    }
    Kernel kernel;
};

template <typename... Problems> static Result run_problems(int rounds, std::tuple<Problems...> &&problems)
{
    Result all = {0, 0};
    auto add = [&](Result one) {
        all.sum += one.sum;
        all.entries += one.entries;
    };
    std::apply([&](auto &...problem) { (add(problem.run(rounds)), ...); }, problems);
    return all;
}

template <> Result run_part<PART>(int rounds)
{
    return run_problems(rounds, std::tuple<Problem<1, PART, Mass>, Problem<2, PART, Mass>, Problem<1, PART + 1, Shifted>,
                                           Problem<2, PART + 1, Shifted>, Problem<3, PART % 3 + 1, Mass>>());
}

#endif
