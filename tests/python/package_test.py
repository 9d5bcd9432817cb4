"""The Python package, from a build tree.

usage: package_test.py FOLDER-OF-THE-PACKAGE FIXTURES [argument of unittest...]
"""
import collections.abc
import copy
import os
import pickle
import subprocess
import sys
import tempfile
import threading
import types
import typing
import unittest
import unittest.mock
from pathlib import Path

package = sys.argv[1]
sys.path.insert(0, package)
fixtures = Path(sys.argv[2])
sys.argv[1:3] = []

import damiera  # noqa: E402

try:
    import numpy
except ImportError:
    numpy = None

WON = "W:WK3,20:BK31"
BEYOND = "W:WK1,K2,K3,K4:BK29,K30,K31,K32"  # a table that does not come with the package


class Board:
    """A board of another library."""

    def __init__(self, fen):
        self.fen = fen


class Noted(damiera.Position):
    """A position with an attribute of its own."""


class PositionTest(unittest.TestCase):
    def test_text_and_back(self):
        position = damiera.Position("english", WON)
        self.assertEqual((position.fen, str(position), position.game), (WON, WON, "english"))
        self.assertEqual(repr(position), f"Position('english', '{WON}')")
        self.assertEqual((position.white_kings, position.white_men), (1 << 2, 1 << 19))
        self.assertEqual((position.black_kings, position.black_men), (1 << 30, 0))
        self.assertEqual((position.black_to_move, position.pieces, position.slice),
                         (False, 3, "KMvK"))
        self.assertIn("White to move", position.picture())

    def test_squares_are_those_of_white_whoever_moves(self):
        position = damiera.Position.from_squares("italian", white_kings=1, black_men=1 << 8,
                                                 black_to_move=True)
        self.assertEqual(position.fen, "B:WK1:B9")
        self.assertEqual(position.slice, "MvK")
        self.assertEqual(position, damiera.Position("italian", "B:WK1:B9"))
        self.assertNotEqual(position, damiera.Position("italian", "W:WK1:B9"))
        self.assertNotEqual(position, damiera.Position("english", "B:WK1:B9"))
        self.assertEqual(hash(position), hash(damiera.Position("italian", "B:WK1:B9")))
        self.assertEqual(pickle.loads(pickle.dumps(position)), position)

    def test_subclasses_keep_what_they_add(self):
        position = Noted("italian", WON)
        position.note = "a study"
        self.assertEqual(copy.copy(position).note, "a study")
        self.assertEqual(pickle.loads(pickle.dumps(position)).note, "a study")

    def test_bad_positions(self):
        for fen in ("rubbish", "W:W1:B1", "W:WK1:B32", ""):
            with self.assertRaises(damiera.InvalidPositionError, msg=fen):
                damiera.Position("italian", fen)
        with self.assertRaisesRegex(damiera.InvalidPositionError, "column 4: 'é'"):
            damiera.Position("italian", "W:Wé:BK32")
        for squares in ({"white_men": 1 << 32}, {"white_kings": 1, "black_men": 1},
                        {"white_men": 1}, {"black_men": 1 << 31}):
            with self.assertRaises(damiera.InvalidPositionError, msg=squares):
                damiera.Position.from_squares("italian", **squares)
        with self.assertRaises(ValueError):
            damiera.Position("chess", WON)


class TypeHintsTest(unittest.TestCase):
    def test_they_can_be_resolved(self):
        """Documentation tools and dataclass libraries resolve them at run time."""
        names = {"numpy": numpy, "NDArray": getattr(numpy, "ndarray", None)} if numpy else {}
        found = 0
        for name in damiera.__all__:
            public = getattr(damiera, name)
            for function in [public, *vars(public).values()] if isinstance(public, type) else [public]:
                if not isinstance(function, types.FunctionType):
                    continue
                if function.__name__ in ("probe_many", "slice_values") and not numpy:
                    continue  # their hints name NumPy's types
                typing.get_type_hints(function, localns=names)
                found += 1
        self.assertGreater(found, 20)


class ProbeTest(unittest.TestCase):
    def setUp(self):
        self.tables = damiera.open_tablebase("italian")

    def test_known_values(self):
        self.assertEqual(self.tables.probe_wdl("W:WK1:BK32"), 2)
        self.assertEqual(self.tables.probe_dtc("W:WK1:BK32"), 11)
        self.assertEqual(self.tables.probe_dtw("W:WK1:BK32"), 11)
        self.assertEqual(self.tables.probe_wdl("W:WK1:BK6"), 0)
        self.assertEqual(self.tables.probe_dtw("W:WK1:BK6"), 0)

    def test_losses_are_negative_and_an_end_is_told(self):
        best = self.tables.moves(WON)[0]
        self.assertEqual((best.wdl, best.dtw), (2, self.tables.probe_dtw(WON)))
        self.assertEqual(self.tables.probe_wdl(best.after), -2)
        self.assertEqual(self.tables.probe_dtw(best.after), 1 - best.dtw)
        over = "W:W:BK5"
        self.assertEqual(self.tables.probe_wdl(over), -2)
        self.assertEqual(self.tables.probe_dtc(over), 0)
        self.assertEqual(self.tables.probe_dtz(over), -1)

    def test_any_kind_of_position(self):
        class WithMethod:
            def fen(self):
                return WON

        position = damiera.Position("italian", WON)
        for given in (WON, position, Board(WON), WithMethod(), Board(position.fen)):
            self.assertEqual(self.tables.probe_dtc(given), self.tables.probe_dtc(WON))
        for other in (7, Board(5)):
            with self.assertRaisesRegex(TypeError, "expected FEN text"):
                self.tables.probe_wdl(other)

        class Stopped:
            @property
            def fen(self):
                raise KeyboardInterrupt

        with self.assertRaises(KeyboardInterrupt):
            self.tables.probe_wdl(Stopped())
        with self.assertRaises(damiera.InvalidPositionError):
            self.tables.probe_wdl(damiera.Position("english", WON))

    def test_counts_that_there_are_not(self):
        for call in (lambda: self.tables.probe_wdl(WON, 256), lambda: self.tables.probe_wdl(WON, -1),
                     lambda: self.tables.probe_wdl(WON, 40, 81), lambda: self.tables.moves(WON, 40, -1),
                     lambda: self.tables.probe_dtz(WON, 0),
                     lambda: self.tables.table("KvK", "rubbish"),
                     lambda: self.tables.table("KvK", "counted wdl"),
                     lambda: self.tables.table("KvK", "counted wdl", 256),
                     lambda: damiera.open_tablebase("italian", cache_bytes=-1),
                     lambda: damiera.claim("1. 23-19", "italian", from_="zz")):
            with self.assertRaises(ValueError) as raised:
                call()
            self.assertNotIsInstance(raised.exception, damiera.InvalidPositionError)
            self.assertNotIn("has no draw count", str(raised.exception))
        with self.assertRaisesRegex(ValueError, "counted dtc"):
            self.tables.table("KvK", "rubbish")
        with self.assertRaises(TypeError):
            self.tables.probe_many(WON)
        for number in (10 ** 30, -1, self.tables.table("KvK").positions):
            with self.assertRaisesRegex(IndexError, f"KvK, found {number}$"):
                self.tables.position_at("KvK", number)

    def test_numbers_that_are_none(self):
        for name, call in (("count", lambda: self.tables.probe_wdl(WON, "40")),
                           ("count", lambda: self.tables.moves(WON, 40.0)),
                           ("counted", lambda: self.tables.probe(WON, 40, "1")),
                           ("number", lambda: self.tables.position_at("KvK", 1.5))):
            with self.assertRaisesRegex(TypeError, f"^{name}: expected a whole number"):
                call()

    def test_one_folder_is_no_list(self):
        for folder in ("/data", b"/data"):
            with self.assertRaisesRegex(TypeError, "folders: expected several"):
                damiera.Tablebase("italian", folder)

    def test_describes_itself(self):
        self.assertIn("Position(game, fen)", damiera.Position.__doc__)
        for name in ("game", "fen", "white_men", "black_kings", "black_to_move", "pieces", "slice",
                     "picture"):
            self.assertTrue(getattr(damiera.Position, name).__doc__, name)

    def test_slices_without_a_table(self):
        with self.assertRaises(damiera.MissingTableError) as raised:
            damiera.open_tablebase("breakthrough").enumerate("KvK")
        self.assertEqual((raised.exception.slice, raised.exception.metric), ("KvK", "wdl"))

    def test_missing_tables(self):
        with self.assertRaises(damiera.MissingTableError) as raised:
            self.tables.probe_wdl(BEYOND)
        self.assertEqual((raised.exception.slice, raised.exception.metric), ("KKKKvKKKK", "wdl"))
        self.assertIn("italian/KKKKvKKKK.wdl", str(raised.exception))
        self.assertIsInstance(raised.exception, KeyError)
        self.assertIsNone(self.tables.get_wdl(BEYOND))
        self.assertEqual(self.tables.get_wdl(BEYOND, 7), 7)
        for get in (self.tables.get_dtc, self.tables.get_dtw, self.tables.get_dtz):
            self.assertEqual(get(BEYOND, 7), 7)
            self.assertEqual(get("W:WK1:BK6"), 0)
        with self.assertRaises(damiera.InvalidPositionError):
            self.tables.get_wdl("rubbish")

    def test_distances_that_no_table_tells(self):
        for hit in self.tables.enumerate("KKKvKK", win=True):  # values only come with the package
            if self.tables.get_dtc(hit.position) is None:
                break
        with self.assertRaises(damiera.MissingTableError) as raised:
            self.tables.probe_dtc(hit.position)
        self.assertEqual((raised.exception.slice, raised.exception.metric), ("KKKvKK", "dtc"))
        self.assertEqual(self.tables.probe(hit.position).wdl, 2)
        self.assertIsNone(self.tables.probe(hit.position).dtc)
        with self.assertRaises(damiera.MissingTableError):
            self.tables.mainline(hit.position)

    def test_draw_counts(self):
        russian = damiera.open_tablebase("russian")
        self.assertEqual(damiera.usual_count("russian"), 15)
        won = next(hit.position for hit in russian.enumerate("KKKvK", win=True, min_dtc=8))
        plies = russian.probe_dtc(won)
        self.assertEqual(russian.probe_dtz(won), plies)
        self.assertEqual(russian.probe_wdl(won, count=15), 2)
        late = russian.probe(won, count=15, counted=31 - plies)
        self.assertEqual((late.wdl, late.dtc), (1, plies))
        self.assertEqual(russian.probe(russian.moves(won)[0].after, 15, 32 - plies).wdl, -1)
        with self.assertRaises(damiera.MissingTableError):
            russian.probe_wdl(won, count=7)
        for wrong in ({"count": 999}, {"count": 15, "counted": 31}, {"count": 15, "counted": -1},
                      {"counted": 3}):
            for probe in (russian.probe_wdl, russian.probe, russian.moves):
                with self.assertRaises(ValueError, msg=wrong):
                    probe(won, **wrong)
        with self.assertRaises(ValueError):
            damiera.open_tablebase("breakthrough").probe_dtz("W:W20:B9")

    def test_the_plies_counted(self):
        plies = self.tables.probe_dtz(WON, count=40)
        self.assertEqual(self.tables.probe_wdl(WON, count=40, counted=80 - plies), 2)
        self.assertEqual(self.tables.probe_wdl(WON, count=40, counted=81 - plies), 1)
        self.assertEqual(self.tables.probe_wdl(f"{WON}:H{81 - plies}", count=40), 1)
        self.assertEqual(self.tables.probe_wdl(f"{WON}:H{81 - plies}", count=40, counted=0), 2)
        self.assertEqual(self.tables.probe(f"{WON}:H81", count=40),
                         self.tables.probe(WON, count=40, counted=80))
        self.assertEqual(self.tables.moves(WON, count=40, counted=79)[0].wdl, 2)  # it converts

    def test_moves_are_best_first(self):
        moves = self.tables.moves("W:WK9,K14:BK1,K2")
        self.assertEqual([m.wdl for m in moves], sorted((m.wdl for m in moves), reverse=True))
        legal = damiera.legal_moves("italian", "W:WK9,K14:BK1,K2")
        self.assertEqual({m.pdn for m in legal}, {m.pdn for m in moves})
        self.assertTrue(all(m.wdl is None and m.dtw is None for m in legal))
        self.assertEqual(damiera.legal_moves("italian", "W:W:BK5"), [])

    def test_mainline(self):
        line = self.tables.mainline(WON)
        self.assertEqual(len(line), self.tables.probe_dtw(WON))
        self.assertEqual(damiera.legal_moves("italian", line[-1].after), [])
        self.assertEqual(self.tables.mainline("W:WK1:BK6"), [])

    def test_close(self):
        with self.tables as tables:
            self.assertEqual(tables.game, "italian")
        with self.assertRaises(ValueError):
            tables.probe_wdl(WON)

    def test_folders(self):
        self.assertGreaterEqual(self.tables.max_pieces, 4)
        with tempfile.TemporaryDirectory() as empty:
            bare = damiera.open_tablebase("dama", empty, shipped=False)
            self.assertEqual((bare.game, bare.max_pieces, bare.slices()), ("italian", 1, []))
            shipped = Path(damiera.folders.shipped_folder())
            self.assertEqual(bare.add_directory(shipped), len(self.tables.tables()))
            self.assertEqual(bare.probe_dtc(WON), self.tables.probe_dtc(WON))
            with self.assertRaises(OSError):
                bare.add_directory(Path(empty, "nowhere"))
            self.assertEqual(bare.probe_dtc(WON), self.tables.probe_dtc(WON))

    def test_tables_of_a_debian_package_are_seen_in_an_environment(self):
        with tempfile.TemporaryDirectory() as folder:
            tables = Path(folder, "usr/share/damiera/shipped")
            tables.mkdir(parents=True)
            with unittest.mock.patch.multiple(sys, prefix=folder + "/venv",
                                              base_prefix=folder + "/usr"):
                self.assertEqual(damiera.folders.shipped_folder(), str(tables))

    def test_wrong_arguments_are_told_at_the_call(self):
        large = "KKKKKKvKKKKKK"
        for call in (self.tables.enumerate, self.tables.slice_values):
            with self.assertRaisesRegex(damiera.MissingTableError, large):
                call(large)
        with self.assertRaisesRegex(ValueError, "first: expected 0 or more"):
            self.tables.enumerate("KvK", first=-1)
        with self.assertRaisesRegex(TypeError, "folders: expected several"):
            damiera.claim("", folders="/tmp")

    def test_wrong_kinds_of_arguments_name_the_argument(self):
        calls = {
            "game": lambda: damiera.open_tablebase(3),
            "cache_bytes": lambda: damiera.open_tablebase("italian", cache_bytes=1.5),
            "metric": lambda: self.tables.table("KvK", None),
            "first": lambda: self.tables.enumerate("KvK", first="0"),
            "bound": lambda: self.tables.enumerate("KvK", min_dtc=2.5),
            "positions": lambda: self.tables.probe_many({WON}),
            "default": lambda: self.tables.probe_many([WON], default="0"),
            "count": lambda: damiera.claim("", count=1.5),
        }
        for name, call in calls.items():
            with self.assertRaisesRegex(TypeError, f"^{name}: expected"):
                call()
        with self.assertRaisesRegex(ValueError, "^bound: expected 0 to"):
            self.tables.enumerate("KvK", max_dtw=1 << 40)
        with self.assertRaisesRegex(ValueError, "'dtz': expected wdl, dtc or dtw$"):
            self.tables.probe_many([WON], "dtz")

    def test_users_without_a_home(self):
        with unittest.mock.patch.object(Path, "home", side_effect=RuntimeError), \
                unittest.mock.patch.dict(os.environ):
            for name in ("DAMIERA_TABLES", "XDG_DATA_HOME"):
                os.environ.pop(name, None)
            self.assertEqual(damiera.open_tablebase("italian").probe_wdl(WON), 2)

    def test_folders_of_the_user_stay(self):
        shipped = damiera.folders.shipped_folder()
        with tempfile.TemporaryDirectory() as empty, unittest.mock.patch.dict(
                os.environ, {"DAMIERA_TABLES": os.path.relpath(shipped)}):
            tables = damiera.open_tablebase("italian", shipped=False)
            before = os.getcwd()
            os.chdir(empty)
            try:
                self.assertEqual(tables.add_directory("."), 0)
                self.assertEqual(tables.probe_dtc(WON), self.tables.probe_dtc(WON))
            finally:
                os.chdir(before)

    def test_damage_is_an_exception(self):
        shipped = Path(damiera.folders.shipped_folder())
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "italian").mkdir()
            for table in (shipped / "italian").glob("KvK.*"):
                content = bytearray(table.read_bytes())
                content[len(content) // 2] ^= 85
                (Path(folder) / "italian" / table.name).write_bytes(content)
            tables = damiera.open_tablebase("italian", folder, shipped=False)
            with self.assertRaisesRegex(damiera.CorruptedTableError, "KvK"):
                tables.probe_wdl("W:WK1:BK32")
            nameless = os.path.join(os.fsencode(folder), b"caf\xe9")
            os.mkdir(nameless)
            os.rename(os.path.join(folder, "italian"), os.path.join(nameless, b"italian"))
            for name in (nameless, os.fsdecode(nameless)):
                tables = damiera.open_tablebase("italian", name, shipped=False)
                with self.assertRaisesRegex(damiera.CorruptedTableError, "caf\udce9/italian/KvK"):
                    tables.probe_wdl("W:WK1:BK32")
            with self.assertRaises(ValueError):
                damiera.open_tablebase("italian", folder + "\0/nowhere")

    def test_tables(self):
        table = self.tables.table("KvK", "dtc")
        self.assertEqual(table.longest_plies, 11)
        self.assertEqual(self.tables.table("KvK", "dtc", 40).count, 0)
        self.assertEqual(table.wins + table.draws + table.losses, table.positions)
        self.assertEqual(self.tables.probe_dtc(self.tables.position_at("KvK", table.longest)),
                         table.longest_plies)
        self.assertIn("KvK", self.tables.slices())
        self.assertIn(("KvK", "dtw", 0), self.tables.tables())
        with self.assertRaises(ValueError):
            self.tables.table("KvK", "dtm")

    def test_threads(self):
        hits = list(self.tables.enumerate("KKvK", win=True, min_dtc=1))
        wrong = []

        def probe():
            wrong.extend(h for h in hits[:4000] if self.tables.probe_dtc(h.position) != h.plies)

        threads = [threading.Thread(target=probe) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual((wrong, len(hits) > 4000), ([], True))


    def test_threads_that_probe_while_python_ends(self):
        program = f"""
import sys, threading, time
sys.path.insert(0, {package!r})
import damiera
tables = damiera.open_tablebase("italian")
def probe():
    while True:
        tables.probe({WON!r})
for _ in range(4):
    threading.Thread(target=probe, daemon=True).start()
time.sleep(0.2)
"""
        for _ in range(3):
            ended = subprocess.run([sys.executable, "-c", program], stderr=subprocess.PIPE, text=True,
                                   check=False)
            self.assertEqual((ended.returncode, ended.stderr), (0, ""))


class SliceTest(unittest.TestCase):
    def setUp(self):
        self.tables = damiera.open_tablebase("italian")

    def test_counts_of_published_slices(self):
        wins = list(self.tables.enumerate("KKvK", win=True, min_dtw=0))
        self.assertEqual(len(wins), 12830)
        longest = max(hit.plies for hit in wins)
        self.assertEqual((longest, sum(hit.plies == longest for hit in wins)), (33, 220))
        self.assertEqual(len(list(self.tables.enumerate("KMvKM", win=True))), 47191)

    def test_bounds(self):
        some = list(self.tables.enumerate("KKvK", win=True, min_dtc=30, max_dtc=32))
        self.assertTrue(some)
        self.assertTrue(all(30 <= hit.plies <= 32 for hit in some))
        losses = list(self.tables.enumerate("KvKK", loss=True, min_dtc=30))
        self.assertTrue(losses)
        self.assertTrue(all(hit.plies <= -30 and hit.wdl == -2 for hit in losses))
        all_of_them = list(self.tables.enumerate("KvK", captures=True))
        self.assertEqual([hit.number for hit in all_of_them], list(range(32 * 31)))
        self.assertEqual([h.number for h in self.tables.enumerate("KvK", captures=True, first=990)],
                         [990, 991])
        for hit in all_of_them[::97]:
            self.assertEqual(self.tables.position_at("KvK", hit.number), hit.position)
            self.assertEqual(self.tables.number_of(hit.position), hit.number)
        with self.assertRaises(ValueError):
            self.tables.enumerate("KKvK", min_dtc=1, min_dtw=1)
        with self.assertRaises(ValueError):
            self.tables.enumerate("KKvQ")
        with self.assertRaises(damiera.MissingTableError):
            self.tables.enumerate("KKKKvKKKK")
        with self.assertRaises(IndexError):
            self.tables.position_at("KvK", 992)
        with self.assertRaises(IndexError):
            self.tables.position_at("KvK", -1)


@unittest.skipUnless(numpy, "NumPy is not installed")
class BatchTest(unittest.TestCase):
    def setUp(self):
        self.tables = damiera.open_tablebase("italian")
        self.hits = list(self.tables.enumerate("KMvK", captures=True))[::5]
        self.positions = [hit.position for hit in self.hits]

    def arrays(self):
        return tuple(numpy.array([getattr(p, name) for p in self.positions], numpy.uint64)
                     for name in ("white_men", "white_kings", "black_men", "black_kings"))

    def test_batches_tell_what_probes_tell(self):
        for metric in ("wdl", "dtc", "dtw"):
            probe = getattr(self.tables, f"probe_{metric}")
            expected = [probe(position) for position in self.positions]
            self.assertEqual(self.tables.probe_many(self.positions, metric).tolist(), expected)
            self.assertEqual(self.tables.probe_many(self.arrays(), metric).tolist(), expected)
            self.assertEqual(self.tables.probe_many([*self.arrays()], metric).tolist(), expected)

    def test_black_to_move(self):
        black = numpy.arange(len(self.positions)) % 2 == 0
        mixed = [damiera.Position.from_squares(
            "italian", white_men=p.white_men, white_kings=p.white_kings,
            black_kings=p.black_kings, black_to_move=bool(b))
            for p, b in zip(self.positions, black)]
        expected = [self.tables.probe_dtc(position) for position in mixed]
        self.assertLess(min(expected), 0)
        self.assertEqual(self.tables.probe_many((*self.arrays(), black), "dtc").tolist(), expected)
        self.assertEqual(self.tables.probe_many([str(p) for p in mixed], "dtc").tolist(), expected)

    def test_batches_know_the_moves_of_kings(self):
        tables = damiera.open_tablebase("frisian")
        fens = ["W:WK31,17:BK36", "W:WK31,17:BK36:+0+331", "W:WK31,26:BK41:+0+331"]
        for metric in ("wdl", "dtc"):
            expected = [getattr(tables, f"probe_{metric}")(fen) for fen in fens]
            self.assertNotEqual(expected[0], expected[1])
            self.assertEqual(tables.probe_many(fens, metric).tolist(), expected)
        positions = [damiera.Position("frisian", fen) for fen in fens]
        self.assertEqual(tables.probe_many(positions, "dtc").tolist(), expected)
        beyond = "W:WK31,17,18,19:BK36:+0+331"
        self.assertEqual(tables.probe_many([beyond, fens[1]], default=9).tolist(),
                         [9, tables.probe_wdl(fens[1])])
        with self.assertRaises(damiera.MissingTableError):
            tables.probe_many([beyond])
        with self.assertRaisesRegex(damiera.InvalidPositionError, "position 1: "):
            tables.probe_many([fens[0], "x"])

    def test_batches_of_sequences_that_make_their_items(self):
        class Made(collections.abc.Sequence):
            def __init__(self, positions):
                self.positions = positions

            def __len__(self):
                return len(self.positions)

            def __getitem__(self, at):
                return "".join(list(str(self.positions[at])))

        expected = self.tables.probe_many(self.positions, "dtc").tolist()
        for given in (Made(self.positions), numpy.array([str(p) for p in self.positions])):
            self.assertEqual(self.tables.probe_many(given, "dtc").tolist(), expected)

    def test_errors_of_batches(self):
        with self.assertRaisesRegex(TypeError, "uint64, found float64"):
            self.tables.probe_many(tuple(numpy.ones(1) for _ in range(4)))
        with self.assertRaisesRegex(damiera.MissingTableError, "position 1: .*KKKKvKKKK"):
            self.tables.probe_many([WON, BEYOND])
        found = self.tables.probe_many([WON, BEYOND], default=99)
        self.assertEqual(found.tolist(), [2, 99])
        one = numpy.ones(3, numpy.uint64)
        with self.assertRaisesRegex(damiera.InvalidPositionError, "position 0"):
            self.tables.probe_many((one, one, one, one), default=99)
        with self.assertRaises(ValueError):
            self.tables.probe_many((one, one, one, one[:2]))
        with self.assertRaises(ValueError):
            self.tables.probe_many([WON], "dtm")
        self.assertEqual(self.tables.probe_many([]).tolist(), [])

    def test_slices_as_arrays(self):
        values = self.tables.slice_values("KKvK", "dtc", captures=False)
        wins = values.compressed()
        self.assertEqual(int((wins > 0).sum()), 12830)
        everything = self.tables.slice_values("KKvK")
        self.assertEqual(len(everything), len(values))
        for number in range(0, len(everything), 997):
            position = self.tables.position_at("KKvK", number)
            self.assertEqual(everything[number], self.tables.probe_wdl(position))


class GamesTest(unittest.TestCase):
    def test_every_game_opens(self):
        self.assertEqual(len(damiera.GAMES), len(set(damiera.GAMES)))
        self.assertIn("italian", damiera.GAMES)
        for game in damiera.GAMES:
            with damiera.open_tablebase(game) as tables:
                slices = tables.slices()
                self.assertIn("MvM", slices, game)
                hit = next(tables.enumerate("MvM"))
                self.assertEqual(hit.position.game, game)
                self.assertEqual(tables.probe_wdl(hit.position.fen), hit.wdl, game)

    def test_names(self):
        self.assertEqual(damiera.open_tablebase("american").game, "english")
        with self.assertRaisesRegex(ValueError, "expected"):
            damiera.open_tablebase("chess")
        self.assertEqual(damiera.usual_count("italian"), 40)
        self.assertEqual((damiera.board_width("italian"), damiera.board_width("killer")), (8, 10))

    def test_claims(self):
        text = (fixtures / "english_granted.pdn").read_text()
        verdict, = damiera.claim(text)
        self.assertIs(verdict.drawn, True)
        self.assertIn("count", verdict.headline)
        self.assertEqual(verdict.details["variant"], "english")
        name, = damiera.claim('[White "Rossi\u2028Mario"]\n[GameType "22"]\n1. 22-18 *\n')
        self.assertFalse(name.drawn)
        wrong, = damiera.claim('[GameType "22"] 1. 1-2 *')
        self.assertIsNone(wrong.drawn)
        self.assertTrue(wrong.headline)
        self.assertEqual(damiera.claim(""), [])

    def test_claims_as_they_are_asked(self):
        text = (fixtures / "english_granted.pdn").read_text()
        verdict, = damiera.claim(text, count=40, from_="74w", lang="it")
        self.assertIs(verdict.drawn, True)
        self.assertTrue(verdict.headline.startswith("Patta: conteggio di 40 mosse"))
        self.assertIs(verdict.details["claims"][0]["claimed"], True)
        verdict, = damiera.claim(text, count=40, at="64b")
        self.assertIs(verdict.drawn, False)
        for wrong in ({"from_": "47x"}, {"at": ""}, {"count": 0}, {"lang": "de"}):
            with self.assertRaisesRegex(ValueError, "expected"):
                damiera.claim(text, **wrong)


if __name__ == "__main__":
    unittest.main()
