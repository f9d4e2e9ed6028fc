class task_A
  def initialize(param)
    @exefile=tasks @arg=param
  end
  def behavior
    x=getTime(function_name=main, block_count=2); compute(timeToFlop(x))
    x=Cost("_getTime_0*_system_flops"); compute(x)
  end
end
