// SPDX-License-Identifier: MIT
#pragma once

#include <cassert>
#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace damiera {

/// The reason why an input, a file or the system could not be used. Broken contracts are asserts.
struct Error {
  enum class Code {
    bad_notation,   ///< a position, move or name that cannot be read
    bad_position,   ///< can be read, but is not a position of this game
    missing_table,  ///< no file for a slice that is needed
    foreign_table,  ///< a table of another game, slice, metric or version
    corrupt,        ///< a file is damaged
    io,             ///< a call of the operating system failed
    try_again,      ///< it may work later: another process holds a lock, or the disk is full
    out_of_memory,  ///< the operating system gives no more memory
    not_in_memory,  ///< the data must be read from disk, and the caller does not want to wait
  };
  Code code;
  std::string message;     ///< for people: names the place, and what was expected there
  std::string table = {};  ///< for missing_table: the table, "italian/KKvK.wdl", if it is known
};

/// True if the error says that a table is missing.
inline bool is_missing(const Error& error) { return error.code == Error::Code::missing_table; }
inline Error corrupt(std::string message) { return {Error::Code::corrupt, std::move(message)}; }

/// A T, or the Error that prevented it; C++20 has no std::expected.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_{std::move(value)} {}
  Result(Error error) : state_{std::move(error)} {}

  explicit operator bool() const { return state_.index() == 0; }
  T& operator*() & { return value(); }
  T&& operator*() && { return std::move(value()); }
  const T& operator*() const& { return std::get<0>(state_); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &std::get<0>(state_); }
  const Error& error() const { return std::get<1>(state_); }

 private:
  T& value() {
    assert(*this);
    return std::get<0>(state_);
  }
  std::variant<T, Error> state_;
};

/// Success, or an Error.
template <>
class [[nodiscard]] Result<void> {
 public:
  Result() = default;
  Result(Error error) : error_{std::move(error)} {}

  explicit operator bool() const { return !error_; }
  const Error& error() const { return *error_; }

 private:
  std::optional<Error> error_;
};

}  // namespace damiera
