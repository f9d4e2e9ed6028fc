"""The tables of a sealed archive: see doc/archive.md."""
import array
import ast
import pathlib
import struct

CODES = {"u8": "B", "u16": "H", "u32": "I", "u64": "Q", "i64": "q", "f64": "d"}


def _rows(path):
    """The columns of a small table, which is one array of NumPy's."""
    data = path.read_bytes()
    length, = struct.unpack_from("<H", data, 8)
    assert data[:8] == b"\x93NUMPY\x01\0" and (10 + length) % 64 == 0, path
    head = ast.literal_eval(data[10:10 + length].decode())
    names = [name for name, _ in head["descr"]]
    form = "<" + "".join(CODES[code[1] + str(8 * int(code[2]))] for _, code in head["descr"])
    rows = list(struct.iter_unpack(form, data[10 + length:]))
    assert head["fortran_order"] is False and head["shape"] == (len(rows),), path
    return {name: [row[i] for row in rows] for i, name in enumerate(names)}


def _column(path):
    values = array.array(CODES[path.suffix[1:]])
    values.frombytes(path.read_bytes())
    return values


def column(archive, table, name):
    """All rows of a column."""
    tables = pathlib.Path(str(archive)) / "tables"
    rows = tables / (table + ".npy")
    if rows.exists():
        return _rows(rows)[name]
    path, = [file for file in (tables / table).iterdir() if file.stem == name]
    return _column(path)
