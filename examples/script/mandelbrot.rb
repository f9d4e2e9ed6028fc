# Mandelbrot's set by blocks of rows, which take very different times: the rows in the middle are the longest.
#   triptych script mandelbrot.rb [SIZE [BLOCKS]]
size = (ARGV[0] || 256).to_i
blocks = (ARGV[1] || 16).to_i
build = task "cc", "-O2", "-o", "mandelbrot", "mandelbrot.c", inputs: "mandelbrot.c", outputs: "mandelbrot"

class Block < Task
  def initialize(size, first, last)
    @exefile, @args = "./mandelbrot", [size, first, last]
  end
end

rows = (0...blocks).map { |i| Block.new(size, size * i / blocks, size * (i + 1) / blocks).after(build) }
picture = Stream.new("rows")
rows >> picture
picture >> task("sort", "-n", out: "mandelbrot.rows")
picture >> task("awk", '{ points += $2 } END { print points, "points inside" }', name: "sum")
