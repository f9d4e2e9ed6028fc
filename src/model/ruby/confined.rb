# confined.rb: what a metaprogram cannot call, with messages that say so. The kernel refuses it anyway: see confine.c.

module MetaprogramCalls
  private

  %w[system exec fork spawn ` syscall].each do |name|
    define_method(name) { |*| raise MetaprogramError, "a metaprogram cannot start programs (#{name})" }
  end
  %w[exit exit! abort].each do |name|
    define_method(name) { |*| raise MetaprogramError, "a metaprogram cannot end the program (#{name}); it ends with its last line" }
  end
  %w[trap at_exit set_trace_func].each do |name|
    define_method(name) { |*| raise MetaprogramError, "a metaprogram cannot call #{name}" }
  end
end

# The same by their full names.
{Kernel => %i[system exec fork spawn ` syscall exit exit! abort trap at_exit], Process => %i[fork spawn exec exit exit! abort daemon kill], IO => %i[popen]}.each do |owner, names|
  names.each do |name|
    owner.define_singleton_method(name) { |*| raise MetaprogramError, "a metaprogram cannot call #{owner}.#{name}" }
  end
end
