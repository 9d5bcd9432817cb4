#include "apps/python/positions.h"

#include "data/folder/catalogue.h"

namespace damiera::python {

namespace {

constexpr const char* exception_name(Error::Code code) {
  switch (code) {
    case Error::Code::bad_notation:
    case Error::Code::bad_position:
      return "InvalidPositionError";
    case Error::Code::missing_table:
      return "MissingTableError";
    case Error::Code::foreign_table:
    case Error::Code::corrupt:
      return "CorruptedTableError";
    default:
      return "TableIOError";
  }
}

std::string_view text_in(py::handle object) {
  Py_ssize_t size = 0;
  const char* text = PyUnicode_AsUTF8AndSize(object.ptr(), &size);
  if (!text) throw py::error_already_set{};
  return {text, static_cast<std::size_t>(size)};
}

// Names of files in it need not be UTF-8.
py::object message_of(const Error& error) {
  return py::reinterpret_steal<py::object>(PyUnicode_DecodeUTF8(
      error.message.data(), static_cast<Py_ssize_t>(error.message.size()), "surrogateescape"));
}

}  // namespace

void raise(const Error& error) {
  if (error.code == Error::Code::out_of_memory) throw std::bad_alloc{};
  const auto type = py::module_::import("damiera.errors").attr(exception_name(error.code));
  py::object exception = type(message_of(error));
  if (const auto id = parse_table_name(error.table)) {
    exception.attr("slice") = name(id->material);
    exception.attr("metric") = name(id->metric);
  }
  PyErr_SetObject(type.ptr(), exception.ptr());
  throw py::error_already_set{};
}

Variant variant_named(const std::string& game) {
  const auto variant = parse_variant(game);
  if (!variant) throw py::value_error{variant.error().message};
  return *variant;
}

SquareSets squares_of(Variant variant, const Setup& setup) {
  const Position p = seen_by_white(variant, setup);
  return {p.my_men.bits(), p.my_kings.bits(), p.their_men.bits(), p.their_kings.bits(),
          setup.to_move == Color::black};
}

Result<Setup> setup_of(Variant variant, const SquareSets& s) {
  const auto squares = Bitboard::first(rules_of(variant).squares_total());
  const Bitboard all{s.white_men | s.white_kings | s.black_men | s.black_kings};
  if ((all & ~squares).any()) return Error{Error::Code::bad_position, "a piece is off the board"};
  const Color to_move = s.black_to_move ? Color::black : Color::white;
  const Position white{Bitboard{s.white_men}, Bitboard{s.white_kings}, Bitboard{s.black_men},
                       Bitboard{s.black_kings}};
  const Setup setup{seen_by_white(variant, {white, to_move}), to_move};
  if (with_moves(variant, [&]<Rules R>() { return is_valid<R>(setup.pos); })) return setup;
  return Error{Error::Code::bad_position, what_is_invalid(rules_of(variant))};
}

Result<FenRecord> read_record(Variant variant, py::handle given) {
  if (PyUnicode_Check(given.ptr())) return parse_fen_record(variant, text_in(given));
  if (py::isinstance<GamePosition>(given)) {
    const auto& position = given.cast<const GamePosition&>();
    if (position.variant == variant) return FenRecord{position.setup, {}, {}};
    return Error{Error::Code::bad_position,
                 "a position of the " + std::string{name(position.variant)} +
                     " game: expected one of the " + std::string{name(variant)} + " game"};
  }
  auto fen = py::reinterpret_steal<py::object>(PyObject_GetAttrString(given.ptr(), "fen"));
  if (!fen && !PyErr_ExceptionMatches(PyExc_AttributeError)) throw py::error_already_set{};
  if (!fen) PyErr_Clear();
  if (fen && PyCallable_Check(fen.ptr())) fen = fen();
  if (!fen || !PyUnicode_Check(fen.ptr()))
    throw py::type_error{"expected FEN text, a damiera.Position, or an object with a FEN"};
  return parse_fen_record(variant, text_in(fen));
}

FenRecord record_of(Variant variant, py::handle given) { return got(read_record(variant, given)); }

}  // namespace damiera::python
