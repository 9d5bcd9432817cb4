#include "apps/cli/position_command.h"

#include "apps/terminal/output.h"

namespace damiera {

namespace {

Result<Json> answer(const Result<FenRecord>& record, const PositionCommand::Answers& answers) {
  if (!record) return record.error();
  return answers.json(*record);
}

/// Appends the answer, with "fen" as it was given, or an object with "fen" and the error.
Result<void> append_object(Variant variant, std::string_view line, Text& out,
                           const PositionCommand::Answers& answers) {
  auto answered = answer(parse_fen_record(variant, line), answers);
  if (answered) {
    answered->front() = std::string{line};
    append(out, to_line(*answered));
    return {};
  }
  append(out, to_line({{"fen", std::string{line}}, {"error", answered.error().message}}));
  return answered.error();
}

bool is_about_data(const Error& error) {
  return error.code != Error::Code::bad_notation && error.code != Error::Code::bad_position;
}

}  // namespace

void PositionCommand::add_options(CLI::App& command) {
  add_variant_option(command, options.variant);
  command.add_option("fen", fen, "The position in PDN FEN, or - to read many")->required();
  add_json_option(command, options);
  add_threads_option(command, options);
}

Exit PositionCommand::run_lines(const Answers& answers) const {
  return answer_lines(options.threads, [&](std::string_view line, Text& out) {
    const auto answered = append_object(options.variant, line, out, answers);
    return answered || !is_about_data(answered.error()) ? exit_fine : exit_data;
  });
}

Exit PositionCommand::run(const Answers& answers) const {
  if (fen == "-") return run_lines(answers);
  const auto record = parse_fen_record(options.variant, fen);
  if (!record) return fail(record.error());
  Text out;
  const auto answered =
      options.json ? append_object(options.variant, fen, out, answers) : answers.text(*record, out);
  if (!answered) return fail(answered.error(), options);
  if (options.json) append(out, "\n");
  write_output(out);
  return exit_fine;
}

}  // namespace damiera
