# metaprogram.rb: what a metaprogram can call, and the run of it: Ruby in, metamodel (JSON) out. See doc/model.md.

# A task class may say `class A < Task`; a class with a method `behavior` is a task all the same.
class Task
end

module Metaprogram
  HERE = __FILE__
  STATS = %w[mean min max sum first last].freeze
  CLOCKS = %w[wall cpu].freeze

  # Raised when the time is over. No StandardError, so that `rescue` does not catch it.
  class Limit < Exception
  end

  # Where a profile value is taken: the number-th inside, before or after a block.
  Position = Struct.new(:at, :number)

  # Collects the nodes of one task.
  class Builder
    attr_reader :profiles, :curves, :body

    def initialize
      @body, @profiles, @curves, @names = [], [], {}, []
      @open = [] # [node, list that is filled]
    end

    def list = @open.empty? ? @body : @open.last[1]

    def add(kind, fields = {})
      node = {"do" => kind, **fields, "line" => Metaprogram.line}
      list << node
      node
    end

    def open(kind, fields, key = "body")
      raise MetaprogramError, "FOR, IF and PARALLEL are nested too deeply (more than 500)" if @open.size > 500
      node = add(kind, {**fields, key => []})
      node["else"] = [] if kind == "if"
      @open << [node, node[key]]
      node
    end

    def close = @open.pop
    def otherwise = @open.last[1] = @open.last[0]["else"]

    # ELSE { ... } behind IF(p) { ... }
    def reopen
      node = list.last
      raise MetaprogramError, "this ELSE belongs to no IF" unless node && node["do"] == "if"
      raise MetaprogramError, "this is the second ELSE of the IF of line #{node['line']}" unless node["else"].empty?
      @open << [node, node["else"]]
    end

    def breaks
      raise MetaprogramError, "this BREAK is in no FOR" unless @open.any? { |node, _| node["do"] == "for" }
      add("break")
    end

    # A name for the index of a loop that no loop around it has.
    def index(name)
      used = @open.map { |node, _| node["index"] }.compact + %w[n p rank]
      return name unless used.include?(name)
      (2..).each { |number| return "#{name}_#{number}" unless used.include?("#{name}_#{number}") }
    end

    def profile(call, fields)
      known = @profiles.find { |profile| profile.slice("call", *fields.keys) == {"call" => call, **fields} && profile.size == fields.size + 3 }
      return Cost.variable(known["variable"]) if known
      name = "_#{call}_#{@profiles.size}"
      @profiles << {"variable" => name, "call" => call, **fields, "line" => Metaprogram.line}
      Cost.variable(name)
    end
  end

  class << self
    attr_accessor :builder, :file, :top

    # The line of the metaprogram that is executed.
    def line
      at = caller_locations.find { |place| place.path == file }
      at ? at.lineno : 0
    end

    def now
      builder or raise MetaprogramError, "this belongs into `behavior' of a task"
    end

    # A value that must lie in a range if it is known already.
    def known(value, what, range)
      cost = Cost.of(value, what)
      number = cost.number
      if number && !range.include?(number)
        limits = range.end ? "from #{range.begin} to #{range.end}" : "#{range.begin} or more"
        raise MetaprogramError, "#{what} must be #{limits}, not #{cost.text}"
      end
      cost
    end
  end
end

# What a metaprogram writes. Private methods of all objects, so that helper classes and the top level can use them, too.
module MetaprogramCalls
  private

  def compute(cost)
    cost = Metaprogram.known(cost, "the cost of compute", 0..)
    raise MetaprogramError, "this cost adds times to other numbers: #{cost.text}; timeToFlop(x) makes a time operations" if cost.seconds.nil?
    return Metaprogram.now.add("compute", {"cost" => cost.text}) if cost.seconds == 0
    raise MetaprogramError, "this cost is neither a time nor a number of operations: #{cost.text}" unless cost.seconds == 1
    Metaprogram.now.add("seconds", {"cost" => cost.text, "note" => "a measured time"})
  end

  def seconds(cost) = Metaprogram.now.add("seconds", {"cost" => Metaprogram.known(cost, "the time", 0..).text})
  def input(cost) = Metaprogram.now.add("input", {"cost" => Metaprogram.known(cost, "the cost of input", 0..).text})
  def output(cost) = Metaprogram.now.add("output", {"cost" => Metaprogram.known(cost, "the cost of output", 0..).text})

  def msgsend(cost, dst)
    Metaprogram.now.add("send", {"cost" => Metaprogram.known(cost, "the size of the message", 0..).text, "peer" => Cost.of(dst, "the destination").text})
  end

  def msgrecv(cost, src)
    Metaprogram.now.add("recv", {"cost" => Metaprogram.known(cost, "the size of the message", 0..).text, "peer" => Cost.of(src, "the source").text})
  end

  def collective(name, bytes = 0)
    name = name.to_s.downcase.delete_prefix("mpi_")
    raise MetaprogramError, "the name of the collective operation is empty" if name.empty?
    Metaprogram.now.add("collective", {"name" => name, "cost" => Metaprogram.known(bytes, "the bytes per rank", 0..).text})
  end

  # The forms that end with END; the translator writes these calls.
  def FOR_(trips, index = nil)
    trips, first = MetaprogramCalls.trips(trips)
    index &&= Metaprogram.now.index(index)
    Metaprogram.now.open("for", {**(index ? {"index" => index} : {}), "trips" => trips.text})
    index = index && Cost.variable(index)
    index && first != 0 ? first + index : index
  end

  def IF_(probability)
    Metaprogram.now.open("if", {"probability" => Metaprogram.known(probability, "the probability of IF", 0..1).text}, "then")
  end

  def ELSE_ = Metaprogram.now.otherwise
  def END_ = Metaprogram.now.close

  def PARALLEL_(width)
    Metaprogram.now.open("parallel", {"width" => Metaprogram.known(width, "the width of PARALLEL", 1..).text})
  end

  # Runs the block of a form, and closes the form.
  def self.closing
    yield
  ensure
    Metaprogram.now.close
  end

  # The same with Ruby blocks.
  def FOR(trips, &block)
    raise MetaprogramError, "FOR needs a block or an END" unless block
    name = block.parameters.dig(0, 1)&.to_s
    value = FOR_(trips, name)
    MetaprogramCalls.closing { block.call(*(name ? [value] : [])) }
  end

  def IF(probability)
    IF_(probability)
    MetaprogramCalls.closing { yield }
  end

  def ELSE
    Metaprogram.now.reopen
    MetaprogramCalls.closing { yield }
  end

  def PARALLEL(width)
    PARALLEL_(width)
    MetaprogramCalls.closing { yield }
  end

  def BREAK = Metaprogram.now.breaks

  # The trips and the first index of a count or a range.
  def self.trips(value)
    return [Metaprogram.known(value, "the number of trips of FOR", 0..), 0] unless value.is_a?(Range)
    before = value.exclude_end? ? value.begin : value.begin - 1
    size = before == 0 ? value.end : value.end - before
    size = 0 if size.is_a?(Numeric) && size.negative?
    [Cost.of(size), value.begin]
  end

  # Costs and variables.
  def Cost(value) = Cost.of(value)
  def param(name) = Cost.variable(name)
  def arg(number) = Cost.variable("_arg_#{Integer(number)}")
  def rank = Cost.variable("rank")
  def places = Cost.variable("p")
  def timeToFlop(time) = Cost.of(time) * Cost.variable("_system_flops")
  def flopToTime(operations) = Cost.of(operations) / Cost.variable("_system_flops")

  # `p` alone is the number of ranks; with values it prints, as in Ruby.
  def p(*values) = values.empty? ? places : super

  %w[min max].each do |name|
    define_method(name) do |*values|
      values = values.flatten
      values.all?(Numeric) && !values.empty? ? values.public_send(name) : Cost.call(name, *values)
    end
  end
  %w[ceil floor abs].each do |name|
    define_method(name) { |value| value.is_a?(Numeric) ? value.public_send(name) : Cost.call(name, value) }
  end
  %w[log log2 sqrt].each { |name| define_method(name) { |value| Cost.call(name, value) } }

  # sum(first..last) { |i| cost }
  def sum(range, &block)
    raise MetaprogramError, "sum needs a range and a block: sum(1..n) { |i| i }" unless range.is_a?(Range) && block
    index = block.parameters.dig(0, 1)&.to_s || "i"
    last = range.exclude_end? ? range.end - 1 : range.end
    Cost.sum(index, range.begin, last, block.call(Cost.variable(index)))
  end

  def curve(name, value)
    known = Metaprogram.now.curves
    unless known.key?(name.to_s)
      raise MetaprogramError, "there is no curve #{name}#{known.empty? ? '' : "; there are #{known.keys.join(', ')}"}; CURVE \"#{name}\", [[0, 0], [1, 1]] makes it"
    end
    Cost.curve(name, value)
  end

  # CURVE "S", [[x, y], ...]: x must grow.
  def CURVE(name, points)
    Cost.variable(name)
    fine = points.is_a?(Array) && points.size >= 2 && points.all? { |point| point.is_a?(Array) && point.size == 2 && point.all? { |value| value.is_a?(Numeric) && value.real? && value.to_f.finite? } }
    raise MetaprogramError, "the curve #{name} needs two or more points [x, y] of numbers" unless fine
    raise MetaprogramError, "the points of the curve #{name} must be ordered by x, each x once" unless points.each_cons(2).all? { |a, b| a[0] < b[0] }
    values = points.map { |point| point.map { |value| value.is_a?(Rational) ? value.to_f : value } }
    curves = is_a?(Class) || !Metaprogram.builder ? Metaprogram::Program.curves_of(self) : Metaprogram.builder.curves
    curves[name.to_s] = values
    nil
  end

  # Profile values.
  def getTime(function = nil, block = nil, **more) = MetaprogramProfiles.value("getTime", [function, block], %i[function block], more)
  def getTrips(function = nil, block = nil, **more) = MetaprogramProfiles.value("getTrips", [function, block], %i[function block], more)

  def getAmountOfMessage(function = nil, block = nil, position = nil, **more)
    MetaprogramProfiles.value("getAmountOfMessage", [function, block, position], %i[function block position], more)
  end

  def getValueOfVariable(function = nil, name = nil, block = nil, position = nil, **more)
    MetaprogramProfiles.value("getValueOfVariable", [function, name, block, position], %i[function name block position], more)
  end

  def before(number) = Metaprogram::Position.new("before", number)
  def after(number) = Metaprogram::Position.new("after", number)
  def inside(number) = Metaprogram::Position.new("inside", number)

  # A part that is not described: its measured time stands for it.
  def profiled(function = nil, block = nil, **more)
    time = getTime(function, block, **more)
    what = Metaprogram.now.profiles.find { |profile| profile["variable"] == time.text }
    where = what["block"] ? "block #{what['block']} of #{what['function']}" : what["function"]
    Metaprogram.now.add("seconds", {"cost" => time.text, "note" => "not described: the measured time of #{where}"})
  end

  # Names a task whose class is written with a small letter; `task_A.new` works.
  def task_name(name)
    Metaprogram::Program.names[self] = name
    made = self
    Object.define_method(name) { made } unless Object.method_defined?(name) || Object.private_method_defined?(name)
  end
end

# Arguments of the calls that ask for profile values.
module MetaprogramProfiles
  KEYS = {function_name: :function, func_name: :function, function: :function, variable_name: :name, var_name: :name, name: :name,
          block_count: :block, block: :block, position: :position, sample: :sample, at: :at, stat: :stat,
          clock: :clock}.freeze

  class << self
    def value(call, positional, order, named)
      given = order.zip(positional).to_h.compact
      named.each { |key, value| take(call, given, order, key, value) }
      Metaprogram.now.profile(call, fields(call, given))
    end

    private

    def take(call, given, order, key, value)
      field = KEYS[key]
      more = call == "getTime" ? %i[sample at stat clock] : %i[sample at stat]
      unless field && (order.include?(field) || more.include?(field))
        names = KEYS.select { |_, to| order.include?(to) || more.include?(to) }.keys
        raise MetaprogramError, "#{call} has no argument `#{key}'; it has #{names.join(', ')}"
      end
      raise MetaprogramError, "#{call}: #{key} is given twice" if given.key?(field)
      given[field] = value
    end

    def fields(call, given)
      found = {"function" => text(given.fetch(:function, "main"), "function_name")}
      found["name"] = text(given[:name], "variable_name") if given.key?(:name)
      found["block"] = count(given[:block], "block_count") if given.key?(:block)
      found["position"] = position(given[:position]) if given.key?(:position)
      found["sample"] = count(given[:sample], "sample") if given.key?(:sample)
      found["at"] = count(given[:at], "at") if given.key?(:at)
      found["stat"] = one_of(Metaprogram::STATS, given[:stat], "stat") if given.key?(:stat)
      found["clock"] = one_of(Metaprogram::CLOCKS, given[:clock], "clock") if given.key?(:clock)
      check(call, found)
      found
    end

    def check(call, found)
      raise MetaprogramError, "#{call}: sample and at exclude each other" if found["sample"] && found["at"]
      if call == "getTrips" && !found["block"]
        raise MetaprogramError, "getTrips needs block_count, the number of the loop in #{found['function']}"
      end
      return unless call == "getValueOfVariable" && !found["name"]
      raise MetaprogramError, "getValueOfVariable needs variable_name, or block_count for the trips of a loop" unless found["block"]
      raise MetaprogramError, "getValueOfVariable without variable_name gives the trips of the loop, which have no position" if found["position"]
    end

    def text(value, what)
      raise MetaprogramError, "#{what} must be a name, not #{value.inspect}" unless value.is_a?(String) || value.is_a?(Symbol)
      raise MetaprogramError, "#{what} is empty" if value.to_s.strip.empty?
      value.to_s.strip
    end

    def count(value, what)
      raise MetaprogramError, "#{what} must be a whole number from 1, not #{value.inspect}" unless value.is_a?(Integer) && value >= 1
      value
    end

    def position(value)
      value = Metaprogram::Position.new("inside", value) unless value.is_a?(Metaprogram::Position)
      {"at" => value.at, "number" => count(value.number, "position")}
    end

    def one_of(words, value, what)
      return value.to_s if words.include?(value.to_s)
      raise MetaprogramError, "#{what} must be one of #{words.join(', ')}, not #{value}"
    end
  end
end

module Metaprogram
  # The run of one file.
  class Program
    class << self
      attr_reader :names, :class_curves
      # The curves of a class; those of the top level belong to all tasks.
      def curves_of(owner) = @class_curves[owner] ||= {}
    end
    @names = {}
    @class_curves = {}

    def initialize(text, file, seconds)
      @text, @file, @seconds = text, file, seconds
      Metaprogram.file = file
      Metaprogram.builder = @top = Builder.new
      @classes = []
    end

    def model
      limit
      Object.include(MetaprogramCalls)
      trace = TracePoint.new(:class) { |point| @classes << point.self if point.path == @file && point.self.is_a?(Class) && !@classes.include?(point.self) }
      trace.enable { TOPLEVEL_BINDING.eval(@text, @file, 1) }
      Metaprogram.builder = nil
      tasks = @classes.select { |found| task?(found) }.map { |found| task(found) }
      tasks << top_level unless @top.body.empty?
      raise MetaprogramError, "there is no task here: write a class with `behavior', such as class task_A" if tasks.empty?
      {"version" => 1, "file" => @file, "tasks" => tasks}
    end

    private

    def limit
      main, seconds = Thread.current, @seconds
      Thread.new do
        sleep seconds
        main.raise(Limit, "stopped after #{seconds} s: is this loop endless?")
      end
    end

    def task?(found)
      return false if found.singleton_class?
      return true if Program.names.key?(found) || found < Task || found.method_defined?(:behavior)
      made = found.instance_method(:initialize)
      place = made.source_location
      place && place[0] == @file && RubyVM::InstructionSequence.of(made).disasm.include?(":@exefile")
    end

    # Parameters of `initialize` are variables of the model with the same names.
    def construct(found)
      made = found.instance_method(:initialize)
      values, named = [], {}
      made.parameters.each do |kind, name|
        values << Cost.variable(name) if kind == :req && name
        named[name] = Cost.variable(name) if kind == :keyreq
      end
      found.new(*values, **named)
    end

    def task(found)
      Metaprogram.builder = builder = Builder.new
      builder.curves.merge!(@top.curves, Program.curves_of(found))
      object = construct(found)
      described = found.method_defined?(:behavior) && found.instance_method(:behavior).source_location
      object.behavior if described
      raise MetaprogramError, "behavior of #{name_of(found)} is empty" if described && builder.body.empty? && builder.profiles.any?
      missing(builder, described) if builder.body.empty?
      result = {"name" => name_of(found), "line" => line_of(found), **executable(object), "profiles" => builder.profiles,
                "curves" => builder.curves, "body" => builder.body}
      Metaprogram.builder = nil
      result
    end

    # No behavior: the measured time of the whole program stands for it.
    def missing(builder, described)
      why = described ? "behavior is empty" : "there is no behavior"
      time = builder.profile("getTime", {"function" => "main"})
      builder.body << {"do" => "seconds", "cost" => time.text, "line" => 0, "note" => "not described (#{why}): the measured time of main"}
    end

    def name_of(found) = Program.names[found] || found.name || "task"

    def line_of(found)
      place = Object.const_source_location(found.name) if found.name
      place && place[1] || 0
    end

    def executable(object)
      found = {}
      exe = object.instance_variable_get(:@exefile)
      found["executable"] = exe.is_a?(Class) ? name_of(exe) : exe.to_s if exe # a program may have its task's name
      arguments = object.instance_variable_get(:@args) || object.instance_variable_get(:@arg) || object.instance_variable_get(:@arguments)
      found["arguments"] = words(arguments)
      sources = object.instance_variable_get(:@sources) || object.instance_variable_get(:@source)
      found["sources"] = words(sources)
      %w[flags libraries].each do |name|
        value = object.instance_variable_get("@#{name}")
        found[name] = words(value) if value
      end
      build = object.instance_variable_get(:@build)
      found["build"] = build.to_s if build
      found
    end

    # A text is split at spaces; a cost stands in braces: {n}.
    def words(value)
      case value
      when nil then []
      when Array then value.flat_map { |part| part.is_a?(String) ? [part] : words(part) }
      when String then value.split
      when Cost then ["{#{value.text}}"]
      else [value.to_s]
      end
    end

    def top_level
      name = File.basename(@file, ".*").gsub(/\W/, "_")
      {"name" => name, "line" => 1, "arguments" => [], "sources" => [], "profiles" => @top.profiles,
       "curves" => @top.curves, "body" => @top.body}
    end
  end

  # Returns the metamodel, or an error with the line, as JSON.
  def self.run(text, file, seconds)
    JSON.generate(Program.new(text, file, seconds).model)
  rescue SyntaxError => error
    failure(file, *syntax(error, file))
  rescue NameError => error
    failure(*place(error, file), unknown(error))
  rescue MetaprogramError, Limit => error
    failure(*place(error, file), error.message)
  rescue NoMemoryError
    failure(file, last_line, "this needs more memory than a metaprogram may use")
  rescue SystemStackError => error
    failure(*place(error, file), "the calls are nested too deeply: is this recursion endless?")
  rescue SignalException
    failure(file, last_line, "stopped after #{seconds} s: is this loop endless?")
  rescue SystemExit => error
    failure(*place(error, file), "a metaprogram cannot end the program")
  rescue SystemCallError => error
    failure(*place(error, file), "#{error.message}; a metaprogram may read files, but neither write them nor start programs or use the network")
  rescue Exception => error
    failure(*place(error, file), "#{error.message.lines.first.to_s.strip} (#{error.class})")
  end

  def self.place(error, file)
    places = error.backtrace_locations || []
    at = places.find { |found| found.path == file } || places.find { |found| found.path != HERE }
    at ? [at.path, at.lineno] : [file, last_line]
  end

  def self.syntax(error, file)
    first = error.message.lines.find { |line| line.include?(":") }.to_s.strip.delete_prefix("#{file}:")
    line, text = first.match(/\A(\d+): (.*)\z/m)&.captures
    [line.to_i, text || first]
  end

  def self.unknown(error)
    name = error.name.to_s
    return error.message.lines.first.strip if error.is_a?(NoMethodError) && error.receiver.is_a?(Numeric)
    return "#{error.receiver.nil? ? 'nil' : error.receiver.class} has no function `#{name}'" if error.is_a?(NoMethodError) && error.args && !error.private_call?
    known = MetaprogramCalls.private_instance_methods(false).map(&:to_s).reject { |word| word.end_with?("_") }
    near = DidYouMean::SpellChecker.new(dictionary: known).correct(name).first if defined?(DidYouMean::SpellChecker)
    hint = near ? "did you mean #{near}?" : "a value that is known only at run time is written param(:#{name})"
    "there is no function or variable `#{name}'; #{hint}"
  end

  def self.failure(file, line, text)
    text = text.encode("UTF-8", invalid: :replace, undef: :replace)
    JSON.generate({"error" => {"file" => file, "line" => line, "text" => text}})
  end
end
