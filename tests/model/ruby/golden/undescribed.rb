# Tasks that describe nothing, or the top level only, and statements outside of a class.
class quiet_task
  def initialize(n)
    @exefile=quiet @arg=n
  end
end

class Top
  def initialize(n) @exefile=quiet_task @arg=n @n=n end
  def behavior
    FOR @n
      profiled(step)
    END
  end
end

FOR 10
  compute(5)
END
