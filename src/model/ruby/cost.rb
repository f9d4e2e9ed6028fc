# cost.rb: cost objects of metaprograms: arithmetic over numbers and variables that are known only at run time. An object holds
# the text of its expression, in the syntax that src/model/cost reads, and its dimension in time.

# The error of a metaprogram that Ruby itself accepts.
class MetaprogramError < StandardError
end

class Cost
  # How strongly the parts of an expression hold together; a part in a stronger one needs parentheses.
  SUM, PRODUCT, SIGN, POWER, ATOM = 1, 2, 3, 4, 5

  attr_reader :text, :level, :seconds, :number

  # seconds: the power of seconds in the result (getTime 1, _system_flops -1, counts 0); nil: the expression mixes several.
  def initialize(text, level, seconds = 0, number = nil)
    @text, @level, @seconds, @number = text, level, seconds, number
    freeze
  end

  def self.variable(name)
    name = name.to_s
    raise MetaprogramError, "`#{name}' is no name of a variable" unless name.match?(/\A[A-Za-z_]\w*\z/)
    power = name.start_with?("_getTime_") ? 1 : name == "_system_flops" ? -1 : 0
    new(name, ATOM, power)
  end

  # Of a number, a text or a cost. `what` names it in messages.
  def self.of(value, what = "a cost")
    case value
    when Cost then value
    when Numeric then constant(value, what)
    when String then CostText.new(value).cost
    when Symbol then variable(value)
    when nil then raise MetaprogramError, "#{what} is missing (nil)"
    else raise MetaprogramError, "#{what} must be a number or a cost, not #{value.class}"
    end
  end

  def self.constant(value, what)
    raise MetaprogramError, "#{what} must be a finite number" if value.is_a?(Float) && !value.finite?
    raise MetaprogramError, "#{what} must be a real number" if value.is_a?(Complex)
    return new("#{value.numerator}/#{value.denominator}", PRODUCT, 0, value) if value.is_a?(Rational) && value.denominator != 1
    text = value.is_a?(Float) ? decimal(value) : value.to_i.to_s
    new(text, value.negative? ? SIGN : ATOM, 0, value)
  end

  # 1.0e-07 is written 0.0000001: exactly the digits that Ruby would print.
  def self.decimal(value)
    text = value.to_s.delete_suffix(".0")
    digits, exponent = text.split("e")
    return digits unless exponent
    sign = digits.start_with?("-") ? "-" : ""
    whole, part = digits.delete_prefix("-").split(".")
    part = "" if part.nil? || part == "0"
    at = whole.size + exponent.to_i
    all = whole + part
    return sign + "0." + "0" * -at + all if at <= 0
    return sign + all + "0" * (at - all.size) if at >= all.size
    sign + all[0...at] + "." + all[at..]
  end

  def self.call(name, *values)
    costs = values.map { |value| of(value) }
    powers = costs.reject { |cost| cost.number&.zero? }.map(&:seconds).uniq
    power = %w[min max ceil floor abs].include?(name) ? (powers.size == 1 ? powers[0] : nil) : 0
    new("#{name}(#{costs.map(&:text).join(', ')})", ATOM, power)
  end

  def self.sum(index, first, last, body)
    first, last, body = of(first), of(last), of(body)
    new("sum(#{index}, #{first.text}, #{last.text}, #{body.text})", ATOM, body.seconds)
  end

  def self.curve(name, value)
    new("curve(#{name}, #{of(value).text})", ATOM)
  end

  def +(other) = add("+", other, SUM)
  def -(other) = add("-", other, PRODUCT)
  def *(other) = join("*", Cost.of(other), PRODUCT, SIGN) { |a, b| a + b }
  def /(other) = join("/", Cost.of(other), PRODUCT, SIGN) { |a, b| a - b }
  def %(other) = join("%", Cost.of(other), PRODUCT, SIGN) { |a, b| a == b ? a : nil }

  def **(other)
    other = Cost.of(other)
    power = seconds == 0 ? 0 : seconds && other.number.is_a?(Integer) ? seconds * other.number : nil
    Cost.new("#{within(ATOM)}**#{other.within(ATOM)}", POWER, power)
  end

  def -@ = Cost.new("-#{within(POWER)}", SIGN, seconds)
  def +@ = self
  def coerce(other) = [Cost.of(other), self]
  def ceil = Cost.call("ceil", self)
  def floor = Cost.call("floor", self)
  def abs = Cost.call("abs", self)
  def to_s = @text
  def inspect = "Cost(#{@text.inspect})"

  %i[< > <= >= to_i to_int to_f to_r round times upto downto step zero? positive? negative? even? odd?].each do |name|
    define_method(name) do |*|
      raise MetaprogramError, "`#{name}' needs a number, but #{text} is known only at run time; use FOR and IF for what depends on it"
    end
  end

  # Ruby compares the ends of a range, which may be costs; nobody else may.
  def <=>(_other)
    asks = caller_locations(1, 2).map(&:label) & %w[max min minmax sort sort! sort_by max_by min_by between? clamp]
    return 0 if asks.empty?
    raise MetaprogramError, "`#{asks[0]}' needs numbers, but #{text} is known only at run time; min(a, b) and max(a, b) take costs"
  end

  protected

  # The text, in parentheses if it holds together less strongly than `least`.
  def within(least) = level >= least ? text : "(#{text})"

  private

  def add(sign, other, least)
    other = Cost.of(other)
    power = number&.zero? ? other.seconds : other.number&.zero? || other.seconds == seconds ? seconds : nil
    Cost.new("#{within(SUM)}#{sign}#{other.within(other.level == SIGN ? ATOM : least)}", SUM, power)
  end

  def join(sign, other, left, right)
    power = seconds && other.seconds ? yield(seconds, other.seconds) : nil
    Cost.new("#{within(left)}#{sign}#{other.within(other.level == SIGN ? ATOM : right)}", PRODUCT, power)
  end
end

# Ruby finds the largest element of an array without leaving a trace of who compares.
Array.prepend(Module.new do
  %i[max min].each do |name|
    define_method(name) do |*values, &block|
      raise MetaprogramError, "`#{name}' needs numbers, but #{find { |value| value.is_a?(Cost) }} is known only at run time; #{name}(a, b) takes costs" if any?(Cost)
      super(*values, &block)
    end
  end
end)

# Reads the text of a cost expression.
class CostText
  CALLS = {"min" => 1.., "max" => 1.., "ceil" => 1..1, "floor" => 1..1, "log" => 1..1, "log2" => 1..1, "sqrt" => 1..1, "abs" => 1..1}.freeze

  def initialize(text)
    @text = text
    @tokens = text.scan(/\d+(?:\.\d+)?(?:[eE][-+]?\d+)?|\.\d+|[A-Za-z_]\w*|\*\*|\S/)
    @at = 0
    @depth = 0
  end

  def cost
    result = sum
    fail_at unless @at == @tokens.size
    result
  end

  private

  def peek = @tokens[@at]
  def take(token) = peek == token && @at += 1

  def need(token)
    take(token) or fail_at(token)
  end

  def fail_at(wanted = nil)
    found = peek ? "`#{peek}'" : "its end"
    raise MetaprogramError, "the cost #{@text.inspect} is wrong at #{found}#{wanted && "; `#{wanted}' is expected"}"
  end

  def sum
    raise MetaprogramError, "the cost is nested too deeply" if (@depth += 1) > 200
    result = product
    while (sign = %w[+ -].find { |mark| take(mark) })
      result = sign == "+" ? result + product : result - product
    end
    @depth -= 1
    result
  end

  def product
    result = signed
    while (sign = %w[* / %].find { |mark| take(mark) })
      value = signed
      result = sign == "*" ? result * value : sign == "/" ? result / value : result % value
    end
    result
  end

  def signed
    raise MetaprogramError, "the cost is nested too deeply" if (@depth += 1) > 200
    result = take("-") ? -signed : power
    @depth -= 1
    result
  end

  def power
    base = atom
    take("**") ? base**signed : base
  end

  def atom
    token = peek or fail_at
    if take("(")
      value = sum
      need(")")
      return value
    end
    fail_at unless token.match?(/\A[\w.]/)
    @at += 1
    return number(token) if token.match?(/\A[\d.]/)
    take("(") ? call(token) : Cost.variable(token)
  end

  def number(token)
    value = token.match?(/\A\d+\z/) ? token.to_i : Float(token.start_with?(".") ? "0" + token : token)
    Cost.of(value)
  end

  def call(name)
    return sum_over if name == "sum"
    return curve if name == "curve"
    counts = CALLS[name] or raise MetaprogramError, "there is no function `#{name}' in costs; there are #{CALLS.keys.join(', ')}, sum, curve"
    values = [sum]
    values << sum while take(",")
    need(")")
    raise MetaprogramError, "#{name} takes #{counts.end || 'one or more'} value, not #{values.size}" unless counts.include?(values.size)
    Cost.call(name, *values)
  end

  def word
    token = peek
    fail_at unless token&.match?(/\A[A-Za-z_]/)
    @at += 1
    token
  end

  def sum_over
    index = word
    need(",")
    first = sum
    need(",")
    last = sum
    need(",")
    body = sum
    need(")")
    Cost.sum(index, first, last, body)
  end

  def curve
    name = word
    need(",")
    value = sum
    need(")")
    Cost.curve(name, value)
  end
end
