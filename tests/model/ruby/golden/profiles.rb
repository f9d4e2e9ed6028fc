# Every form of the calls that ask for profile values.
class task_B
  def initialize
    @exefile="b"; @sources=["b.c"]
  end
  def behavior
    compute(timeToFlop(getTime()))
    compute(timeToFlop(getTime(main)))
    compute(timeToFlop(getTime(step, 2)))
    compute(timeToFlop(getTime( block_count=2, func_name=step )))
    compute(timeToFlop(getTime(function_name: "step", block_count: 3, sample: 10)))
    compute(timeToFlop(getTime(step, 3, at: 5)))
    compute(timeToFlop(getTime(step, 3, stat=max)))
    compute(getTrips(step, 1))
    compute(getTrips(func_name=step, block_count=2, stat: "sum"))
    compute(getValueOfVariable(step, x))
    compute(getValueOfVariable(step, x, 1))
    compute(getValueOfVariable(step, x, 1, 2))
    compute(getValueOfVariable(variable_name=x, position=before(1), function_name=step, block_count=2))
    compute(getValueOfVariable(function_name=step, variable_name=x,
                               block_count=2, position=after(3), stat=last))
    compute(getValueOfVariable(function_name=step, block_count=2))
    compute(getAmountOfMessage(step))
    compute(getAmountOfMessage(step, 1, 2))
    compute(getAmountOfMessage(position=after(1), func_name=step, block_count=1))
    (1..2).each { |b| msgsend(getAmountOfMessage(function_name: "step", block_count: b, position: before(b)), 0) }
  end
end
