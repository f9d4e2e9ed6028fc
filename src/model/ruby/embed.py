"""embed.py: writes text files as C strings. embed.py OUTPUT HEADER NAME=FILE..."""
import sys


def literal(text):
    """Lines of C string literals; bytes that C would take for something else are octal."""
    for line in text.splitlines(keepends=True):
        body = "".join(chr(byte) if 32 <= byte < 127 and byte not in b'"\\?' else f"\\{byte:03o}" for byte in line)
        yield f'    "{body}"'


with open(sys.argv[1], "w", encoding="utf-8") as out:
    out.write("/* Written by embed.py. */\n#include \"" + sys.argv[2] + "\"\n")
    for pair in sys.argv[3:]:
        name, path = pair.split("=", 1)
        with open(path, "rb") as file:
            out.write(f"\nconst char {name}[] =\n" + "\n".join(literal(file.read())) + ";\n")
