"""The tables of a sealed archive: see doc/archive.md."""
import array
import ast
import pathlib
import struct

CODES = {"u8": "B", "u16": "H", "u32": "I", "u64": "Q", "i64": "q", "f64": "d"}


def _form(path):
    """A small table, which is one array of NumPy's: its bytes, where the rows begin, their format and the names of the columns."""
    data = path.read_bytes()
    length, = struct.unpack_from("<H", data, 8)
    assert data[:8] == b"\x93NUMPY\x01\0" and (10 + length) % 64 == 0, path
    head = ast.literal_eval(data[10:10 + length].decode())
    form = "<" + "".join(CODES[code[1] + str(8 * int(code[2]))] for _, code in head["descr"])
    assert head["fortran_order"] is False and head["shape"] == ((len(data) - 10 - length) // struct.calcsize(form),), path
    return data, 10 + length, form, [name for name, _ in head["descr"]]


def _rows(path):
    """The columns of a small table."""
    data, start, form, names = _form(path)
    rows = list(struct.iter_unpack(form, data[start:]))
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


def set_cell(archive, table, name, row, value):
    """Changes one cell of a small table, and removes the manifest, which has the checksum of what was written."""
    path = pathlib.Path(str(archive)) / "tables" / (table + ".npy")
    data, start, form, names = _form(path)
    before = start + row * struct.calcsize(form) + struct.calcsize(form[:1 + names.index(name)])
    changed = bytearray(data)
    struct.pack_into("<" + form[1 + names.index(name)], changed, before, value)
    path.write_bytes(changed)
    (pathlib.Path(str(archive)) / "manifest").unlink(missing_ok=True)
