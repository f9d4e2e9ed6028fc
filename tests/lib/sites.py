"""sites.py: the sites of a run: calls, constructs and statements that a collector or a probe found, each with its line.

    here.triptych("run", "-o", "a.tri", "./a")
    sites.of(here, "a.tri")       # {Site(kind, name, file, line, routine): visits}
"""
import collections
import csv
import io
import os

Site = collections.namedtuple("Site", "kind name file line routine")
NO_SITE = ("", "routine", "loop", "file", "object", "pause")


def table(here, archive, name):
    """The rows of a table as dictionaries of text. The archive may be sealed or not."""
    return list(csv.DictReader(io.StringIO(here.triptych("export", "--to", "csv", "--table", name, archive).out)))


def of(here, archive, kinds=None):
    """Visits of each site; kinds: only these. Files of libraries have their path, others their name."""
    regions, found = table(here, archive, "regions"), collections.Counter()
    for node in table(here, archive, "nodes"):
        region = regions[int(node["region"])]
        if region["kind"] in NO_SITE or (kinds and region["kind"] not in kinds):
            continue
        file = region["file"] if "+0x" in region["file"] else os.path.basename(region["file"])
        routine = regions[int(region["routine"])]["name"] if region["routine"] else ""
        site = Site(region["kind"], region["name"], file, int(region["line"] or 0), routine)
        found[site] += int(node["visits"])
    return found


def of_source(found):
    """Those in the source of the program, not in a library; routines as Fortran has them, without case."""
    return {site._replace(routine=site.routine.lower()) for site in found if site.line}


def difference(one, other):
    """Lines that tell what is in one alone, and in the other."""
    return "\n".join([f"- {tuple(site)}" for site in sorted(one - other)] + [f"+ {tuple(site)}" for site in sorted(other - one)])
