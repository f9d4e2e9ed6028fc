# A parameter sweep with reduction: 1/(1 + x*x) is integrated over 64 pieces of [0, 1], and the parts are added up to pi.
#   triptych script sweep.rb [PIECES]
pieces = (ARGV[0] || 64).to_i

class Piece < Task
  def initialize(from, to, steps)
    program = 'BEGIN { h = (b - a) / n; for (i = 0; i < n; i++) { x = a + (i + 0.5) * h; s += h / (1 + x * x) } printf "%.12f\n", s }'
    @exefile, @args = "awk", ["-v", "a=#{from}", "-v", "b=#{to}", "-v", "n=#{steps}", program]
  end
end

parts = (0...pieces).map { |i| Piece.new(i / pieces.to_f, (i + 1) / pieces.to_f, 5000) }
parts >> task("awk", '{ sum += $1 } END { printf "%d parts, pi = %.8f\n", NR, 4 * sum }', name: "sum")
