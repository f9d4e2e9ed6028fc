"""What is shown of ranks of MPI, from an archive made by hand: the same whether it is sealed or not."""
import program
import sample
import tap

here = program.folder()
for how in (["ranks"], ["ranks", "sealed"]):
    name = "ranks.tri"
    sample.make(here, name, *how)
    text = here.triptych("report", "--mpi", "--lane-table", "--places", "--width", 100, name).out
    sample.golden("mpi.txt", text[text.index("Places"):], f"{' '.join(how)}: the report")
    report = here.report(name)
    tap.equal([(row["rank"], row["cause_rank"], row["count"], row["time_ns"]) for row in report["comm_late"]],
              [(1, 0, 3, 150_000_000)], f"{' '.join(how)}: three times 50 ms until it was sent")
    tap.equal([(row["rank"], row["function"], row["count"], row["time_ns"]) for row in report["comm"]],
              [(0, "MPI_Send", 3, 30_000_000), (1, "MPI_Recv", 3, 180_000_000), (0, "MPI_Barrier", 1, 200_000_000),
               (1, "MPI_Barrier", 1, 10_000_000)], f"{' '.join(how)}: call sites by rank")
    tap.equal([(row["name"], row["mean_ns"], row["max_ns"], row["max_rank"], row["imbalance"]) for row in report["balance"]],
              [("MPI_Barrier", 105_000_000, 200_000_000, 0, 200 / 105), ("MPI_Recv", 90_000_000, 180_000_000, 1, 2),
               ("MPI_Send", 15_000_000, 30_000_000, 0, 2), ("main", 900_000_000, 900_000_000, 0, 1)],
              f"{' '.join(how)}: load balance")
    for table in ("comm", "comm_matrix", "comm_late", "balance"):
        lines = here.triptych("report", "--format", "csv", "--table", table, name).out.splitlines()
        tap.equal(len(lines) - 1, len(report[table]), f"{' '.join(how)}: {table} as CSV")
tap.done()
