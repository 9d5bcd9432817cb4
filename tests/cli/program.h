// SPDX-License-Identifier: MIT
#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

namespace damiera::test {

/// The result of a run of the program.
struct Run {
  int status;
  std::string out, err;
};

/// Runs the program in folders of its own, away from the user's.
class Program {
 public:
  Program() {
    setenv("XDG_DATA_HOME", (home_ / "data").c_str(), 1);
    unsetenv("DAMIERA_TABLES");
    unsetenv("NO_COLOR");
  }
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;
  ~Program() { std::filesystem::remove_all(home_); }

  const std::filesystem::path& home() const { return home_; }

  /// `arguments` as a shell reads them; `input` is what comes on standard input.
  Run run(const std::string& arguments, const std::string& input = {}) const {
    return run_after("", arguments, input);
  }
  /// Runs the shell commands `before`, then the program.
  Run run_after(const std::string& before, const std::string& arguments,
                const std::string& input = {}) const {
    return run_shell(before + std::string{DAMIERA_PROGRAM} + " " + arguments, input);
  }
  /// Runs the program with its standard output going to `file`.
  Run run_into(const std::string& file, const std::string& arguments,
               const std::string& input = {}) const {
    return run_shell("{ " + std::string{DAMIERA_PROGRAM} + " " + arguments + " > " + file + "; }",
                     input);
  }

  /// Runs the program with its standard error going to a disk without room.
  Run run_without_messages(const std::string& arguments) const {
    return run_shell("{ " + std::string{DAMIERA_PROGRAM} + " " + arguments + " 2> /dev/full; }",
                     {});
  }

 private:
  Run run_shell(const std::string& command, const std::string& input) const {
    std::ofstream{home_ / "in", std::ios::binary} << input;
    const std::string all =
        command + " < " + file("in") + " > " + file("out") + " 2> " + file("err");
    const int status = std::system(all.c_str());
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, read("out"), read("err")};
  }
  std::string file(const char* name) const { return "'" + (home_ / name).string() + "'"; }
  std::string read(const char* name) const {
    std::ostringstream text;
    text << std::ifstream{home_ / name, std::ios::binary}.rdbuf();
    return text.str();
  }
  static std::filesystem::path new_folder() {
    std::string name = std::filesystem::temp_directory_path() / "damiera-XXXXXX";
    return mkdtemp(name.data());
  }
  std::filesystem::path home_ = new_folder();
};

}  // namespace damiera::test
