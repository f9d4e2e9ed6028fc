# script.rb: what a task script can call, and the run of it: Ruby in, tasks and streams (a line of JSON each) out. See doc/script.md.

# Raised for mistakes in a script; the message names the line.
class TaskScriptError < StandardError
end

module Script
  HERE = __FILE__
  UNITS = {"" => 1, "k" => 1 << 10, "m" => 1 << 20, "g" => 1 << 30, "t" => 1 << 40}.freeze
  TIMES = {"" => 1, "s" => 1, "ms" => 0.001, "m" => 60, "min" => 60, "h" => 3600, "d" => 86_400}.freeze

  class << self
    attr_accessor :file, :out, :answers, :describing
    attr_accessor :folder # of streams that are kept
    attr_reader :tasks, :streams

    # The line of the script that is executed.
    def place
      at = script_frame(caller_locations(2, 6)) || script_frame(caller_locations(8, 20))
      at ? [at.path, at.lineno] : [file, 0]
    end

    def register(task)
      task.instance_variable_set(:@script_number, @tasks.size)
      task.instance_variable_set(:@script_place, place)
      @tasks << task
      task
    end

    def add_stream(stream)
      @streams << stream
      @streams.size - 1
    end

    # A text for JSON: UTF-8, or the numbers of its bytes where it is none.
    def text(value, what)
      value = value.to_s
      value = value.encode("UTF-8") unless value.ascii_only? || value.encoding.ascii_compatible?
      raise TaskScriptError, "#{what} has a zero byte" if value.include?("\0")
      return value if value.ascii_only?
      value = value.dup.force_encoding("UTF-8")
      value.valid_encoding? ? value : value.bytes
    end

    def texts(list, what) = list.map { |value| text(value, what) }

    # A name for people.
    def shown_name(value)
      return value if value.ascii_only? && !value.match?(/[[:cntrl:]]/)
      value = value.encode("UTF-8", invalid: :replace, undef: :replace) unless value.encoding.ascii_compatible?
      value.dup.force_encoding("UTF-8").scrub.gsub(/[[:cntrl:]]/, " ")
    end

    def size(value, what)
      return value if value.is_a?(Integer) && value >= 0
      number, unit = value.to_s.match(/\A(\d+(?:\.\d+)?) *([kmgt]?)(?:i?b)?\z/i)&.captures
      raise TaskScriptError, "#{what} must be a size such as 512M or 2G, not #{value.inspect}" unless number
      (number.to_f * UNITS[unit.downcase]).to_i
    end

    def time(value, what)
      return value.to_f if value.is_a?(Numeric) && value >= 0 && value.to_f.finite?
      number, unit = value.to_s.match(/\A(\d+(?:\.\d+)?) *([a-z]*)\z/)&.captures
      raise TaskScriptError, "#{what} must be a time such as 30s, 5m or 2h, not #{value.inspect}" unless number && TIMES[unit]
      number.to_f * TIMES[unit]
    end

    def count(value, what, least)
      return value if value.is_a?(Integer) && value >= least && value < 1 << 31
      raise TaskScriptError, "#{what} must be a whole number from #{least}, not #{value.inspect}"
    end

    def words(value)
      case value
      when nil then []
      when Array then value.flatten.map(&:to_s)
      when String then value.split
      else [value.to_s]
      end
    end

    # Numbers given to initialize, by the names that they have in the model.
    def values(found, arguments, options)
      names = found.instance_method(:initialize).parameters.select { |kind, _| %i[req opt].include?(kind) }.map(&:last)
      names.zip(arguments).to_h.merge(options).select { |name, value| name && value.is_a?(Numeric) && value.real? }.to_h { |name, value| [name.to_s, value.is_a?(Integer) ? value : value.to_f] }
    end

    # The number of a class's model, which is told first; nil: it cannot be described.
    def model(found)
      return @models[found] if @models.key?(found)
      self.describing = true
      described = Metaprogram::Program.new("", file, 0).send(:task, found)
      out.write(JSON.generate({"metamodel" => {"version" => 1, "file" => file, "tasks" => [described]}}), "\n")
      @models[found] = @models.values.compact.size
    rescue StandardError => error
      warn "triptych script: #{file}: #{found} has no model that can be used: #{error.message.lines.first.to_s.strip}"
      @models[found] = nil
    ensure
      self.describing = false
      Metaprogram.builder = nil
    end

    # Tells the command of all tasks and streams that it does not know yet. They are what they are from then on.
    def tell
      streams, tasks = @streams[@told_streams..], @tasks[@told_tasks..]
      streams.each { |stream| out.write(JSON.generate(stream.record), "\n") }
      tasks.each { |task| out.write(JSON.generate(record(task)), "\n") }
      (streams + tasks).each(&:script_tell)
      @told_streams, @told_tasks = @streams.size, @tasks.size
    end

    # Asks the command something, and waits for its answer while tasks run.
    def ask(question)
      at = place
      tell
      out.write(JSON.generate(question.merge("at" => at)), "\n")
      out.flush
      line = answers.gets or raise Left, "the command has gone"
      answer = JSON.parse(line)
      raise Left, "#{at[0]}:#{at[1]}" if answer["stop"]
      self.folder = answer["folder"]
      answer
    end

    # Waits until tasks have ended, well or not.
    def wait(tasks)
      wrong = tasks.find { |task| !task.is_a?(TaskMethods) }
      raise TaskScriptError, "wait needs tasks, not #{wrong.inspect}" if wrong
      unknown = tasks.reject(&:script_outcome)
      return tasks if unknown.empty?
      ask("wait" => unknown.map(&:script_number))["ended"].each { |number, state, status| @tasks[number].script_outcome = [state, status] }
      tasks
    end

    # Reads what a task wrote into a stream that is kept: an index says which bytes are of which task.
    def output_of(number, stream)
      path = "#{folder}/#{stream.number}"
      return String.new unless File.exist?("#{path}.index")
      File.open(path, "rb") do |data|
        File.binread("#{path}.index").unpack("LLQ" * (File.size("#{path}.index") / 16)).each_slice(3).map do |task, _, size|
          task == number ? data.read(size).to_s : (data.seek(size, IO::SEEK_CUR) && "")
        end.join
      end.force_encoding("UTF-8")
    end

    private

    def script_frame(frames)
      frames&.find { |found| !found.path.start_with?("triptych/", "<internal:") }
    end

    def record(task)
      task.script_record
    rescue TaskScriptError => error
      raise TaskScriptError.new(error.message).tap { |same| same.set_backtrace(["#{task.script_place[0]}:#{task.script_place[1]}"]) }
    end
  end
  @tasks, @streams, @models, @told_tasks, @told_streams = [], [], {}, 0, 0

  # Ends a script where it waits, if no task is run: --dry-run, --dot, --simulate. No rescue of the script gets it.
  class Left < Exception
  end

  # `new` of a task class: the task belongs to the run from then on.
  module TaskClass
    def new(*arguments, **options, &block)
      made = super
      return made if Script.describing
      Script.register(made)
      made.script_values = Script.values(self, arguments, options) if method_defined?(:behavior)
      made
    end
  end

  # What x >> y means for tasks, streams and arrays of them.
  module Connect
    def self.output(from, stream)
      case from
      when Array then from.each { |part| output(part, stream) }
      when Task, TaskMethods then from.writes(stream)
      else raise TaskScriptError, "#{from.class} cannot write into a stream: a task can, and an array of tasks"
      end
    end

    def self.input(to, stream)
      case to
      when Array then to.each { |part| input(part, stream) }
      when TaskMethods then to.reads(stream)
      when String then stream.to(to)
      else raise TaskScriptError, "#{to.class} cannot read from a stream: a task, a file's name or an array of them can"
      end
    end

    # The stream that one of them has already.
    def self.known(part, end_of)
      case part
      when Array
        found = part.map { |one| known(one, end_of) }.compact.uniq
        raise TaskScriptError, "these tasks have different streams already" if found.size > 1
        found.first
      when TaskMethods then part.script_stream(end_of)
      end
    end

    def self.join(from, to)
      if to.is_a?(Stream)
        output(from, to)
        return to
      end
      if to.is_a?(String) && from.is_a?(TaskMethods) && !from.script_stream(:out)
        from.writes(to)
        return from
      end
      stream = known(from, :out) || known(to, :in) || Stream.new
      output(from, stream) unless known(from, :out).equal?(stream) && !from.is_a?(Array)
      input(to, stream)
      to
    end
  end

  # What every task can do.
  module TaskMethods
    OPTIONS = %i[after cores memory time places env folder retries grow on_failure inputs outputs measure name in out err append cost bytes].freeze

    attr_reader :script_number, :script_place
    attr_accessor :script_outcome
    attr_writer :script_values

    # The option that was meant by a wrong one, as a question.
    def self.meant(key)
      found = OPTIONS.find { |option| option.to_s.start_with?(key.to_s[0, 3]) || (option.to_s.chars - key.to_s.chars).empty? }
      found ? " (did you mean `#{found}'?)" : ""
    end

    # The command knows it now.
    def script_tell
      @script_told = true
    end

    def script_told? = @script_told

    # Waits until it has ended, well or not; the script goes on then, and can make further tasks. Returns the task.
    def wait
      Script.wait([self])
      self
    end

    # Whether it ended well, was run in vain, or was not run because a task that it needs failed. They wait for its end.
    def done? = wait.script_outcome[0] == "done"
    def failed? = wait.script_outcome[0] == "failed"
    def skipped? = wait.script_outcome[0] == "skipped"

    # Its exit status; nil if it has none: it was killed, or not run.
    def status = wait.script_outcome[1]

    # Keeps its output for the script, instead of printing it.
    def keep
      raise TaskScriptError, "its output cannot be kept: this task may run already" if @script_told
      writes(Stream.new(store: true)) unless (@script_ends ||= {})[:out]
      @script_ends[:out].keep if @script_ends[:out].is_a?(Stream)
      self
    end

    # Waits for its end, and returns what it wrote as a text.
    def result
      keep unless @script_told
      raise TaskScriptError, "#{inspect[4..]} failed: it has no result" unless done?
      to = (@script_ends || {})[:out]
      return File.read(File.expand_path(to, @folder || ".")) if to.is_a?(String)
      raise TaskScriptError, "its output was not kept: say `keep' before the script waits for a task, or ask for the results of an array at once" unless to&.kept?
      Script.output_of(@script_number, to)
    end

    # Sets options: task.with(cores: 2, memory: "1G")
    def with(**options)
      raise TaskScriptError, "this task may run already: its options cannot be changed after a wait" if @script_told
      options.each do |key, value|
        raise TaskScriptError, "a task has no option `#{key}'#{TaskMethods.meant(key)}; it has #{OPTIONS.join(', ')}" unless OPTIONS.include?(key)
        case key
        when :after then after(*value)
        when :in then reads(value)
        when :out then writes(value)
        when :err then errors(value)
        else instance_variable_set("@#{key}", value)
        end
      end
      self
    end

    # In messages about wrong scripts.
    def inspect
      "the task #{@name || @exefile || self.class}"
    end

    # Runs after these tasks have ended well. A number is a position in a metaprogram.
    def after(*tasks)
      return Metaprogram::Position.new("after", tasks[0]) if tasks.size == 1 && tasks[0].is_a?(Integer)
      tasks = tasks.flatten
      wrong = tasks.find { |task| !task.is_a?(TaskMethods) }
      raise TaskScriptError, "after needs tasks, not #{wrong.inspect}" if wrong
      raise TaskScriptError, "a task cannot run after itself" if tasks.include?(self)
      raise TaskScriptError, "this task may run already: it cannot be told to wait for others" if @script_told
      @script_after = (@script_after || []) | tasks
      self
    end

    # Its standard input: a stream, a file's name, or the output of tasks.
    def reads(from)
      case from
      when Stream, String then set_end(:in, from)
      when TaskMethods, Array then Connect.join(from, self)
      else raise TaskScriptError, "reads needs a stream, a file's name or tasks, not #{from.inspect}"
      end
      self
    end

    # Its standard output: a stream, or a file's name.
    def writes(to, append: false)
      raise TaskScriptError, "writes needs a stream or a file's name, not #{to.inspect}" unless to.is_a?(Stream) || to.is_a?(String)
      set_end(:out, to)
      @append = true if append
      self
    end

    # Its standard error, the same way.
    def errors(to)
      raise TaskScriptError, "errors needs a stream or a file's name, not #{to.inspect}" unless to.is_a?(Stream) || to.is_a?(String)
      set_end(:err, to)
      self
    end

    def >>(other) = Connect.join(self, other)

    # The stream of its output, made when it is asked for first. With a cost: bytes, in a metaprogram.
    def output(*cost)
      return super unless cost.empty?
      script_stream(:out) || Stream.new.tap { |stream| writes(stream) }
    end

    def script_stream(which)
      found = (@script_ends ||= {})[which]
      found if found.is_a?(Stream)
    end

    def script_record
      made = {"task" => @script_number, "name" => Script.shown_name(script_name), "at" => @script_place, "words" => Script.texts(script_words, "an argument")}
      (@script_ends || {}).each { |which, to| made[which.to_s] = to.is_a?(Stream) ? to.number : Script.text(to, "a file's name") }
      made["append"] = true if @append
      made["after"] = @script_after.map(&:script_number) if @script_after
      made["cores"] = Script.count(@cores, "cores", 1) if @cores
      made["places"] = Script.count(@places, "places", 1) if @places
      made["retries"] = Script.count(@retries, "retries", 0) if @retries
      made["memory"] = Script.size(@memory, "memory") if @memory
      made["seconds"] = Script.time(@time, "time") if @time
      made["cost"] = Script.time(@cost, "cost") if @cost
      made["bytes"] = Script.size(@bytes, "bytes") if @bytes
      made["measure"] = true if @measure
      if @script_values && (model = Script.model(self.class))
        made["model"], made["values"] = model, @script_values
      end
      made["folder"] = Script.text(@folder, "folder") if @folder
      made["inputs"] = Script.texts(Array(@inputs), "a file's name") if @inputs
      made["outputs"] = Script.texts(Array(@outputs), "a file's name") if @outputs
      script_grow(made)
      script_failure(made)
      script_environment(made)
      made
    end

    private

    def set_end(which, to)
      raise TaskScriptError, "this task may run already: its ends cannot be connected after a wait" if @script_told
      to.script_check if to.is_a?(Stream)
      @script_ends ||= {}
      before = @script_ends[which]
      if before && !before.equal?(to)
        verb = {in: "reads", out: "writes", err: "writes errors to"}[which]
        raise TaskScriptError, "this task #{verb} #{before.is_a?(Stream) ? "the stream #{before.name}" : before} already; several readers of one stream each get every line, and several writers are merged"
      end
      @script_ends[which] = to
    end

    def script_name
      return @name.to_s if @name
      return Metaprogram::Program.names[self.class] || self.class.name || "task" unless instance_of?(Task)
      File.basename(script_words.first.to_s)
    end

    def script_words
      return @script_words if @script_words
      exe = @exefile
      exe = Metaprogram::Program.names[exe] || exe.name if exe.is_a?(Class)
      raise TaskScriptError, "#{self.class} does not say what to run: set @exefile in initialize" if exe.nil? || exe.to_s.empty?
      @script_words = [exe.to_s] + Script.words(@args || @arg || @arguments)
    end

    def script_grow(made)
      return unless @grow
      raise TaskScriptError, "grow must be a number from 1, not #{@grow.inspect}" unless @grow.is_a?(Numeric) && @grow >= 1
      made["grow"] = @grow.to_f
    end

    def script_failure(made)
      return unless @on_failure
      if @on_failure.is_a?(TaskMethods)
        made["instead"] = @on_failure.script_number
      elsif %w[skip stop ignore].include?(@on_failure.to_s)
        made["on_failure"] = @on_failure.to_s
      else
        raise TaskScriptError, "on_failure must be :skip, :stop, :ignore or a task, not #{@on_failure.inspect}"
      end
    end

    def script_environment(made)
      return unless @env
      raise TaskScriptError, "env must be names and values such as {\"OMP_NUM_THREADS\" => 2}, not #{@env.inspect}" unless @env.is_a?(Hash)
      made["env"] = Script.texts(@env.map { |name, value| value.nil? ? name.to_s : "#{name}=".b << value.to_s.b }, "env")
    end
  end
end

# Lines, or records, from writers to readers. Several writers are merged line by line in the order of their arrival; each reader gets all.
class Stream
  attr_reader :name, :number

  # record: bytes of a record, for data that are no lines. store: whether it is kept on disk.
  def initialize(name = nil, record: nil, store: nil)
    @place = Script.place
    @record = record && Script.count(record, "record", 1)
    @store = store
    @from, @to, @texts = [], [], []
    @number = Script.add_stream(self)
    @name = (name || "stream #{@number + 1}").to_s
  end

  # Streams that begin with files, and with lines.
  def self.from(*files) = new.from(*files)
  def self.lines(*lines) = new.lines(*lines)

  # The command knows it now.
  def script_tell
    @told = true
  end

  def script_check
    raise TaskScriptError, "#{@name} has begun: tasks that are made after a wait cannot be connected to it; they need a stream of their own" if @told
  end

  def keep
    script_check unless @store
    @store = true
    self
  end

  def kept? = @store == true

  # Yields each line when it comes, while tasks run; the block may make further tasks, which run at once.
  def each_line
    return to_enum(:each_line) unless block_given?
    raise TaskScriptError, "#{@name} has records, not lines" if @record
    raise TaskScriptError, "#{@name} is not kept (store: false): the script cannot read it" if @store == false
    raise TaskScriptError, "#{@name} has begun, and is not kept: give it store: true" if @told && !@store
    @store = @script = true unless @told
    taken, rest, ended = 0, String.new, false
    until ended
      answer = Script.ask("more" => @number, "bytes" => taken)
      ended, size = answer["ended"], answer["bytes"]
      rest << IO.binread("#{Script.folder}/#{@number}", size - taken, taken) if size > taken
      taken = size
      lines = rest.lines
      rest = lines.last&.end_with?("\n") ? String.new : (lines.pop || String.new)
      lines.each { |line| yield line.force_encoding("UTF-8") }
    end
    yield rest.force_encoding("UTF-8") unless rest.empty?
    self
  end

  def from(*files)
    script_check
    @from += files.flatten.map(&:to_s)
    self
  end

  def to(*files)
    script_check
    @to += files.flatten.map(&:to_s)
    self
  end

  def lines(*lines)
    script_check
    @texts += lines.flatten.map { |line| line.to_s.end_with?("\n") ? line.to_s : "#{line}\n" }
    self
  end

  def <<(line) = lines(line)

  def >>(other)
    raise TaskScriptError, "a stream cannot be read into another one; let the tasks write into both ends of one stream" if other.is_a?(Stream)
    Script::Connect.input(other, self)
    other
  end

  def record
    made = {"stream" => @number, "name" => Script.shown_name(@name), "at" => @place}
    made["record"] = @record if @record
    made["store"] = @store ? true : false unless @store.nil?
    made["script"] = true if @script
    made["from"] = Script.texts(@from, "a file's name") unless @from.empty?
    made["to"] = Script.texts(@to, "a file's name") unless @to.empty?
    made["texts"] = Script.texts(@texts, "a line") unless @texts.empty?
    made
  end
end

# Task.new("sort", "-n", in: "numbers", out: stream), or the class of one's own tasks.
class Task
  extend Script::TaskClass
  include Script::TaskMethods

  def initialize(*words, **options)
    words = words.flatten
    raise TaskScriptError, "a task needs a program: Task.new(\"sort\", \"-n\")" if words.empty?
    @exefile, @args = words[0].to_s, words[1..].map(&:to_s)
    with(**options)
  end
end

# Tasks >> reducer
class Array
  def >>(other) = Script::Connect.join(self, other)

  # Of tasks: waits for all of them; what each wrote.
  def wait
    Script.wait(flatten)
    self
  end

  def result
    flatten.each { |task| task.keep if task.is_a?(Script::TaskMethods) && !task.script_told? }
    wait
    map(&:result)
  end
end

module ScriptCalls
  private

  # A program with its arguments.
  def task(*words, **options) = Task.new(*words, **options)

  # Waits for tasks.
  def wait(*tasks) = Script.wait(tasks.flatten)

  # A command line for the shell.
  def sh(line, **options)
    name = options.delete(:name) || line.strip[/\A[\w.\/-]+/]&.then { |word| File.basename(word) } || "sh"
    Task.new("/bin/sh", "-c", line, name: name, **options)
  end
end

module Script
  # Makes task classes of classes that are none by their words: with `behavior', or with @exefile in initialize.
  def self.adopt(found)
    return if !found.is_a?(Class) || found.singleton_class? || found <= TaskMethods
    return unless task_class?(found)
    found.include(TaskMethods)
    found.extend(TaskClass)
  end

  def self.task_class?(found)
    return true if Metaprogram::Program.names.key?(found) || found.method_defined?(:behavior)
    made = found.instance_method(:initialize)
    place = made.source_location
    place && place[0] == file && RubyVM::InstructionSequence.of(made).disasm.include?(":@exefile")
  end

  # Runs the script. Returns true, or its own exit status, or tells of the error and returns false.
  def self.run(text, path, write_to, read_from)
    self.file = path
    self.out = IO.for_fd(write_to, "w")
    self.answers = IO.for_fd(read_from, "r")
    Metaprogram.file = path
    Object.include(MetaprogramCalls, ScriptCalls)
    trace = TracePoint.new(:end) { |point| adopt(point.self) if point.path == path }
    offer_data(text)
    begin
      trace.enable { TOPLEVEL_BINDING.eval(text, path, 1) }
    rescue SystemExit => error
      return error.status unless error.success?
    rescue Left
      nil
    end
    tell
    out.write(JSON.generate({"end" => true}), "\n")
    out.flush
    true
  rescue Exception => error
    failure(error)
  end

  # What stands below __END__, as in any Ruby program.
  def self.offer_data(text)
    _, mark, data = text.partition(/^__END__\r?\n/)
    return if mark.empty?
    require "stringio"
    Object.const_set(:DATA, StringIO.new(data))
  end

  def self.failure(error)
    where, line, text = explain(error)
    text = text.encode("UTF-8", invalid: :replace, undef: :replace)
    out.write(JSON.generate({"error" => {"file" => where, "line" => line, "text" => text}}), "\n")
    out.flush
    false
  end

  def self.explain(error)
    case error
    when SyntaxError then return [file, *Metaprogram.syntax(error, file)]
    when SignalException then return [file, 0, "interrupted"]
    end
    at = error.backtrace.to_a.map { |one| one.match(/\A(.*?):(\d+)(?::|\z)/)&.captures }.compact.find { |path, _| path == file || (!path.start_with?("triptych/") && File.exist?(path) && !path.start_with?("<")) }
    text = error.message.lines.first.to_s.strip
    text = Script.unknown(error) if error.is_a?(NameError) && (!error.is_a?(NoMethodError) || error.receiver.equal?(TOPLEVEL_BINDING.receiver))
    text = "#{text} (#{error.class})" unless [TaskScriptError, MetaprogramError, RuntimeError, NameError, NoMethodError].include?(error.class)
    [at ? at[0] : file, at ? at[1].to_i : 0, text]
  end

  def self.unknown(error)
    known = ScriptCalls.private_instance_methods(false).map(&:to_s) + %w[Stream Task]
    near = DidYouMean::SpellChecker.new(dictionary: known).correct(error.name.to_s).first if defined?(DidYouMean::SpellChecker)
    "there is no function or variable `#{error.name}'#{near ? "; did you mean #{near}?" : ''}"
  end
end
