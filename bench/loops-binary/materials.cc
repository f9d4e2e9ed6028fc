/* materials.cc: a finite-element program that reads its problem from a text: regular expressions
 * take it apart, maps and variants hold what it says, and visitors of every element type, order and
 * material law assemble and solve. Most of it is code that the compiler makes of templates: there
 * are several MB of debugging information.
 *
 * It is compiled several times, as PART 1 to PARTS with elements of different order, and once as
 * PART 0, which is the program. Usage: materials ROUNDS */
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <regex>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

template <int Part> double run_part(int rounds);

#if PART == 0

template <int... Parts> static double run_all(int rounds, std::integer_sequence<int, Parts...>)
{
    double sum = 0;
    ((sum += run_part<Parts + 1>(rounds)), ...);
    return sum;
}

int main(int count, char **words)
{
    int rounds = count > 1 ? std::atoi(words[1]) : 10;
    std::printf("%.9g\n", run_all(rounds, std::make_integer_sequence<int, PARTS>()));
    return 0;
}

#else

namespace deck
{

struct Elastic {
    double modulus;
    double operator()(double strain) const
    {
        return modulus * strain;
    }
};

struct Plastic {
    double modulus, limit;
    double operator()(double strain) const
    {
        double stress = modulus * strain;
        return std::clamp(stress, -limit, limit);
    }
};

struct Layered {
    std::vector<double> moduli;
    double operator()(double strain) const
    {
        double sum = 0;
        for (double modulus : moduli)
            sum += modulus * strain;
        return sum / static_cast<double>(moduli.size());
    }
};

using Law = std::variant<Elastic, Plastic, Layered>;
using Value = std::variant<long, double, std::string, std::vector<double>>;
using Card = std::map<std::string, Value>;

/* What a problem says: cards such as `plastic steel modulus=2.1 limit=0.4`. */
class Reader
{
  public:
    std::map<std::string, Law> read(const std::string &text)
    {
        std::istringstream lines(text);
        for (std::string line; std::getline(lines, line);) {
            std::smatch found;
            if (std::regex_match(line, found, card_))
                add(found[1], found[2], fields(found[3]));
        }
        return std::move(laws_);
    }

  private:
    Card fields(const std::string &text) const
    {
        Card card;
        for (std::sregex_iterator at(text.begin(), text.end(), field_), end; at != end; ++at)
            card.emplace((*at)[1], value((*at)[2]));
        return card;
    }

    Value value(const std::string &text) const
    {
        if (text.find(',') != std::string::npos) {
            std::vector<double> all;
            for (std::sregex_iterator at(text.begin(), text.end(), number_), end; at != end; ++at)
                all.push_back(std::stod(at->str()));
            return all;
        }
        if (std::regex_match(text, number_))
            return std::stod(text);
        return text;
    }

    static double number(const Card &card, const std::string &name)
    {
        auto at = card.find(name);
        if (at == card.end())
            return 1;
        return std::visit(
            [](const auto &value) -> double {
                using Type = std::decay_t<decltype(value)>;
                if constexpr (std::is_arithmetic_v<Type>)
                    return static_cast<double>(value);
                else
                    return static_cast<double>(value.size());
            },
            at->second);
    }

    void add(const std::string &kind, const std::string &name, const Card &card)
    {
        static const std::map<std::string, std::function<Law(const Card &)>> makers = {
            {"elastic", [](const Card &card) -> Law { return Elastic{number(card, "modulus")}; }},
            {"plastic",
             [](const Card &card) -> Law {
                 return Plastic{number(card, "modulus"), number(card, "limit")};
             }},
            {"layered",
             [](const Card &card) -> Law {
                 return Layered{std::get<std::vector<double>>(card.at("moduli"))};
             }},
        };
        auto maker = makers.find(kind);
        if (maker == makers.end())
            throw std::runtime_error("no such law: " + kind);
        laws_.insert_or_assign(name, maker->second(card));
    }

    std::regex card_{R"((\w+)\s+(\w+)((?:\s+\w+=[^\s]+)*)\s*)"};
    std::regex field_{R"((\w+)=([^\s]+))"};
    std::regex number_{R"([-+]?\d+(?:\.\d+)?)"};
    std::map<std::string, Law> laws_;
};

} // namespace deck

namespace mesh
{

template <int Dimensions, int Order> struct Shape {
    static constexpr int nodes = Dimensions == 1 ? Order + 1 : (Order + 1) * (Order + 1);

    static std::array<double, nodes> gradients(double at)
    {
        std::array<double, nodes> all{};
        for (int i = 0; i < nodes; i++)
            all[i] = std::cos(at * (i + 1)) / nodes;
        return all;
    }
};

template <int Dimensions, int Order> struct Element {
    using shape = Shape<Dimensions, Order>;
    std::array<std::size_t, shape::nodes> nodes;
    const deck::Law *law;
};

template <int Order>
using Any = std::variant<Element<1, Order>, Element<2, Order>, Element<1, Order + 1>,
                         Element<2, Order + 1>>;

template <int Order> class Model
{
  public:
    Model(const std::map<std::string, deck::Law> &laws, std::size_t count) : values_(count)
    {
        auto law = laws.begin();
        for (std::size_t i = 0; i < count / 4; i++) {
            add_kind(i, &law->second);
            if (++law == laws.end())
                law = laws.begin();
        }
    }

    double assemble()
    {
        std::vector<double> forces(values_.size());
        for (const auto &any : elements_)
            std::visit([&](const auto &element) { add_forces(element, forces); }, any);
        std::transform(values_.begin(), values_.end(), forces.begin(), values_.begin(),
                       [](double value, double force) { return value + 0.01 * (1 - force); });
        return std::accumulate(values_.begin(), values_.end(), 0.0);
    }

    std::size_t count_edges() const
    {
        std::set<std::pair<std::size_t, std::size_t>> edges;
        for (const auto &any : elements_) {
            std::visit(
                [&](const auto &element) {
                    for (std::size_t i = 1; i < element.nodes.size(); i++)
                        edges.emplace(std::minmax(element.nodes[i - 1], element.nodes[i]));
                },
                any);
        }
        return edges.size();
    }

  private:
    template <typename Element> void add(std::size_t first, const deck::Law *law)
    {
        Element element{{}, law};
        for (std::size_t i = 0; i < element.nodes.size(); i++)
            element.nodes[i] = (first * 4 + i * i) % values_.size();
        elements_.emplace_back(element);
    }

    void add_kind(std::size_t number, const deck::Law *law)
    {
        switch (number % 4) {
        case 0:
            return add<Element<1, Order>>(number, law);
        case 1:
            return add<Element<2, Order>>(number, law);
        case 2:
            return add<Element<1, Order + 1>>(number, law);
        default:
            return add<Element<2, Order + 1>>(number, law);
        }
    }

    template <typename Element>
    void add_forces(const Element &element, std::vector<double> &forces) const
    {
        constexpr int points = 4;
        for (int point = 0; point < points; point++) {
            auto gradients = Element::shape::gradients((point + 0.5) / points);
            double strain = 0;
            for (std::size_t i = 0; i < gradients.size(); i++)
                strain += gradients[i] * values_[element.nodes[i]];
            double stress = std::visit([&](const auto &law) { return law(strain); }, *element.law);
            for (std::size_t i = 0; i < gradients.size(); i++)
                forces[element.nodes[i]] += gradients[i] * stress / points;
        }
    }

    std::vector<Any<Order>> elements_;
    std::vector<double> values_;
};

} // namespace mesh

template <> double run_part<PART>(int rounds)
{
    auto laws = deck::Reader().read("elastic rubber modulus=0.1\n"
                                    "plastic steel modulus=2.1 limit=0.4\n"
                                    "layered wood moduli=0.5,0.25,0.125\n");
    mesh::Model<PART> low(laws, 400);
    mesh::Model<PART + PARTS> high(laws, 400);
    double sum = static_cast<double>(low.count_edges() + high.count_edges());
    for (int i = 0; i < rounds; i++)
        sum += low.assemble() + high.assemble();
    return sum;
}

#endif
