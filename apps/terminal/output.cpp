#include "apps/terminal/output.h"

#include <cerrno>
#include <cstdio>

#include "apps/terminal/message.h"
#include "data/file/io_error.h"

namespace damiera {

namespace {

[[noreturn]] void throw_error() { throw std::system_error{errno, std::generic_category()}; }

}  // namespace

void write_output(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) throw_error();
}

void write_json(const Json& json) {
  write_output(json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
}

void flush_output() {
  if (std::fflush(stdout) != 0) throw_error();
}

Exit fail_to_write_output(const std::error_code& why) {
  print_message("damiera: cannot write to standard output: {}\n", why.message());
  return is_disk_full(why) ? exit_again : exit_data;
}

Exit exit_of(const Error& error) {
  switch (error.code) {
    case Error::Code::bad_notation:
    case Error::Code::bad_position:
      return exit_usage;
    case Error::Code::missing_table:
    case Error::Code::foreign_table:
    case Error::Code::corrupt:
    case Error::Code::io:
    case Error::Code::out_of_memory:
    case Error::Code::not_in_memory:
      return exit_data;
    case Error::Code::try_again:
      return exit_again;
  }
  return exit_data;
}

Exit fail(const Error& error) {
  print_message("damiera: {}\n", error.message);
  return exit_of(error);
}

}  // namespace damiera
