# Mandelbrot's set by blocks of rows, which take very different times: the rows in the middle are the longest. What a block
# costs is estimated from a few of its points, so that a plan can place it.
#   triptych script mandelbrot.rb [SIZE [BLOCKS]]
# On three unequal nodes, made of this machine's cores (see nodes/srun):
#   PATH=$PWD/nodes:$PATH triptych script --backend slurm --agents 3 --jobs 1 mandelbrot.rb
size = (ARGV[0] || 256).to_i
blocks = (ARGV[1] || 16).to_i
build = task "cc", "-O2", "-o", "mandelbrot", "mandelbrot.c", inputs: "mandelbrot.c", outputs: "mandelbrot", cost: "0.1s"

class Block < Task
  STEP = 4e-9 # seconds

  def initialize(size, first, last)
    @exefile, @args = "./mandelbrot", [size, first, last]
    rows = [first, (first + last) / 2]
    steps = rows.sum { |row| (0...8).sum { |i| steps_at(-2 + 3 * i / 8.0, -1.5 + 3.0 * row / size) } }
    @cost = 0.002 + STEP * steps / 16.0 * size * (last - first)
  end

  def steps_at(x, y)
    z = Complex(0, 0)
    (1..1000).find { (z = z * z + Complex(x, y)).abs2 > 4 } || 1000
  end
end

rows = (0...blocks).map { |i| Block.new(size, size * i / blocks, size * (i + 1) / blocks).after(build) }
picture = Stream.new("rows")
rows >> picture
picture >> task("sort", "-n", out: "mandelbrot.rows")
picture >> task("awk", '{ points += $2 } END { print points, "points inside" }', name: "sum")
