class task_A
  def initialize(param)
    @exefile=tasks @arg=param
  end
  def behavior
    FOR 100
      x=getTime( func_name=main, block_count=1 )
      compute(x)
      IF 0.5
        compute(1)
      ELSE
        BREAK
      END
    END
  end
end
