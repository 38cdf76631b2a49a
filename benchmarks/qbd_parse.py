"""Booking workbooks beside openpyxl: the whole parse with ids, hash and facts against merely loading the same file.

Rows of twelve columns whose E holds four runs on three lines, all different; 300 of them orange. Each reader runs in a
process of its own, in turn; CPU seconds and peak memory of that process. Then the cost of an orange row as they grow.
Usage: python benchmarks/qbd_parse.py [rows]
"""

from __future__ import annotations

import datetime as dt
import json
import subprocess
import sys
import tempfile
from multiprocessing import Process
from pathlib import Path

import xlsxwriter
from xlsxwriter.color import Color

ROUNDS = 3
ORANGE = 300
SEGMENTS = 3  # lines of E, in every row
OURS = """
from specproof.reference.qbd.law import Law
from specproof.reference.qbd.parse import Attachment, Mail, parse
law = Law()
sender = law.profile["senders"]["registry"][0]["sender"]
with open(FILE, "rb") as file:
    data = file.read()
found = parse(law, Mail(sender, "m", "1", (Attachment("a", "QBD.xlsx", data),)))
assert len(found["parser_observations"]["row_units"]) == ORANGE, found["issues"]
"""
THEIRS = """
import openpyxl
openpyxl.load_workbook(FILE, rich_text=True)
"""
MEASURED = """
import json, resource
used = resource.getrusage(resource.RUSAGE_SELF)
print(json.dumps({"cpu": used.ru_utime + used.ru_stime, "mb": used.ru_maxrss / 1024}))
"""


def main() -> None:
    rows = int(sys.argv[1]) if len(sys.argv) > 1 else 50_000
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "QBD.xlsx"
        for number in (rows, 4 * rows - 10):
            _written(file, number, number // ORANGE)
            if number == rows:
                _beside(file, number)
            else:
                ours = _run(OURS, file, ORANGE)
                print(f"{number} rows: {ours['cpu']:.2f} s, {ours['mb']:.0f} MB")
        for orange in (1000, 5000, 20_000):
            _written(file, orange, 1)
            ours = _run(OURS, file, orange)
            segments = SEGMENTS * orange
            each, size = ours["cpu"] / segments * 1000, ours["mb"] / segments * 1024
            print(f"{orange} orange rows, {segments} segments: {each:.2f} ms and {size:.1f} kB a segment")


def _beside(file: Path, rows: int) -> None:
    pairs = [(_run(OURS, file, ORANGE), _run(THEIRS, file, 0)) for _ in range(ROUNDS)]
    for what, goal in (("cpu", 0.25), ("mb", 0.3)):
        ratios = sorted(ours[what] / theirs[what] for ours, theirs in pairs)
        ours, theirs = pairs[0]
        print(
            f"{rows} rows, {what}: ours {ours[what]:.2f}, openpyxl {theirs[what]:.2f}, "
            f"ratio {ratios[len(ratios) // 2]:.2f} (goal {goal})"
        )


def _run(code: str, file: Path, orange: int) -> dict[str, float]:
    text = f"FILE, ORANGE = {str(file)!r}, {orange}\n{code}{MEASURED}"
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=True)
    found: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return found


def _written(file: Path, rows: int, every: int) -> None:
    """In a process of its own: the peak that a process is told of counts what its parent held when it began."""
    writer = Process(target=_write, args=(file, rows, every))
    writer.start()
    writer.join()


def _write(file: Path, rows: int, every: int) -> None:
    """`every` so many rows one is orange, 300 at most where not all are."""
    book = xlsxwriter.Workbook(file)
    sheet = book.add_worksheet("2026年8月|AUGUST_26")
    look = {"bg_color": Color.theme(9, 1), "pattern": 1}
    orange, date = book.add_format(look), book.add_format({**look, "num_format": "yyyy/m/d"})
    plain, strike = book.add_format({"font_size": 11}), book.add_format({"font_strikeout": True})
    sheet.write("A1", "QBD AUGUST 2026 WYNDHAM JOMTIEN PATTAYA")
    for column, label in zip("CEHJ", ("Tour Code", "Raw Hotel Detail", "操作备注", "GROUP IN"), strict=True):
        sheet.write(f"{column}3", label)
    left = rows if every == 1 else ORANGE
    for number in range(rows):
        row, look_of = number + 3, None
        if number % every == 0 and left:
            left, look_of = left - 1, orange
        for column in (0, 1, 3, 5, 6, 8, 10, 11):
            sheet.write(row, column, f"text {number} {column}")
        sheet.write(row, 2, f"QBD-{number}", look_of)
        runs = [strike, f"5-7【ROOM{number} BF1.2】2", plain, f"\n5-8【ROOM{number} BF】2"]
        more = [strike, "\n", plain, f"9-10【A1.5】{number % 9 + 1}"]
        sheet.write_rich_string(row, 4, *runs, *more, *([look_of] if look_of else []))
        sheet.write(row, 7, f"2026/8/3 AMD BOOKING {number}", look_of)
        sheet.write_datetime(row, 9, dt.datetime(2026, 8, 5), date if look_of else None)  # noqa: DTZ001 - a day
    book.close()


if __name__ == "__main__":
    main()
