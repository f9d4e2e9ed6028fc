# A pipeline of filters over a large text: the most frequent words, and on the way, how many words there are in all.
#   triptych script filters.rb [TEXT...]
texts = ARGV
if texts.empty?
  texts = ["filters.txt"]
  make = sh "seq 1 200000 | awk '{ print \"the\", $1 % 7, \"of\", $1 % 1000, \"and\" }' > filters.txt", outputs: "filters.txt", name: "make"
end

words = Stream.new("words")
split = texts.map { |text| sh("tr -cs '[:alnum:]' '[\\n*]' < '#{text}'", inputs: text, name: "split") }
split.each { |task| task.after(make) } if make
split >> words

words >> task("sort") >> task("uniq", "-c") >> task("sort", "-k1,1nr", "-k2") >> task("head", "-n", 3)
words >> task("wc", "-l", out: "filters.count")
