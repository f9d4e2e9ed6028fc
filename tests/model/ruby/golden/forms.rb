# Every form: blocks and END, indices, ranges, ordinary Ruby, collectives, curves.
CURVE "S", [[0, 0], [0.5, 0.2], [1, 1]]

HALF = 0.5

class Grid < Task
  def initialize(n, verbose = false)
    @exefile = "grid"
    @args = ["-n", n, 2*n + 1, verbose ? "-v" : "-q"]
    @sources = "grid.c comm.f90"
    @n = n
  end

  def row(i)
    compute(4*i + 1)
  end

  def behavior
    FOR(@n) { |i| row(i); FOR(i) do |i| compute(i**2 - (3 - i)) end }
    FOR 1..@n |k|   # an index of the form with END
      msgsend(8*k, (rank + 1) % p); msgrecv 8*k, (rank - 1) % p
    END
    FOR(0...10) { |i| compute(i) }
    IF(HALF) { compute 1 } ELSE { compute 2 }
    IF HALF; compute(1); END
    [1, 2].each do |width|
      PARALLEL width * 2
        output(1e-7 * width)
      END
    end
    x = 0
    FOR 3
      x = x + 1 if x.zero?
      input x
    END
    compute x
    if x == 1
      seconds(Rational(1, 3))
    end
    collective "MPI_Allreduce", 8
    collective :barrier
    compute @n * (curve("S", (rank + 1) / p) - curve("S", rank / p))
    compute min(@n, 4) + max(3, 4) + ceil(@n / 2) + floor(@n / 2) + log2(@n) + sqrt(@n) + abs(-@n) + log(@n)
    compute sum(1..@n) { |j| j * 2 }
    compute arg(1) % 7 + -@n ** 2 + (-@n) ** 2 - (@n - 1) - (@n + 1) / (@n * 2)
    profiled(step, 2)
    %w[FOR END].each { |word| $stderr.puts "#{word} \"IF\" {" } # FOR in a comment
  end
end
