// Lists of tasks as text for the programs that run them.

#include <gtest/gtest.h>

#include "apps/jobs/task.h"

namespace damiera {
namespace {

/// Two tasks, of which the second needs the first.
TaskList two_tasks() {
  Task first;
  first.id = "KvK";
  first.pairs = {"KvK"};
  first.command = "\"${DAMIERA:-damiera}\" build 'it''s'";
  first.outputs = {"/t/english/KvK.wdl", "/t/english/KvK.dtc"};
  first.memory = 300 << 20;
  first.seconds = 60;
  Task second = first;
  second.id = "MvK+2";
  second.needs = {"KvK"};
  second.outputs = {"/t/english/MvK.wdl"};
  second.is_damaged = true;
  second.wave = 1;
  return {"english", "damiera plan english", 4, false, {first, second}};
}

TEST(TaskText, ForMake) {
  const auto text = to_make(two_tasks());
  ASSERT_TRUE(text);
  EXPECT_NE(text->find("\njob.KvK = \"$${DAMIERA:-damiera}\" build"), std::string::npos) << *text;
  EXPECT_NE(text->find("\n/t/english/KvK.wdl:\n\t$(job.KvK)\n"
                       ".PRECIOUS: /t/english/KvK.wdl /t/english/KvK.dtc\n"
                       "/t/english/KvK.dtc: | /t/english/KvK.wdl\n"
                       "\t@test -e $@ || $(job.KvK)\n"),
            std::string::npos)
      << *text;
  // A table is built again if it is damaged, but not because its inputs are newer.
  EXPECT_NE(text->find("\n/t/english/MvK.wdl: damaged | /t/english/KvK.dtc\n"), std::string::npos);
}

/// A chunk, and the join that needs it.
TaskList chunk_and_join() {
  TaskList list = two_tasks();
  Task &chunk = list.tasks[0], &join = list.tasks[1];
  chunk.id = "KMvK.L0-5.1of1";
  chunk.unit = Unit::chunk;
  chunk.outputs = {"/t/english/.KMvK.L0-5.1of1"};
  join.id = "KMvK";
  join.unit = Unit::join;
  join.needs = {chunk.id};
  join.outputs = {"/t/english/KMvK.wdl", "/t/english/KvKM.wdl"};
  join.is_damaged = false;
  return list;
}

// The join removes the chunk: once the tables are there, make must not miss it.
TEST(TaskText, ForMakeWithChunks) {
  const auto text = to_make(chunk_and_join());
  ASSERT_TRUE(text);
  EXPECT_NE(text->find("\nall: \\\n  /t/english/KMvK.wdl \\\n  /t/english/KvKM.wdl\n"),
            std::string::npos)
      << *text;
  EXPECT_NE(text->find("\nifneq ($(words $(wildcard /t/english/KMvK.wdl /t/english/KvKM.wdl)),2)\n"
                       "/t/english/KMvK.wdl: | /t/english/.KMvK.L0-5.1of1\nendif\n"
                       "/t/english/KMvK.wdl:\n\t$(job.KMvK)\n"),
            std::string::npos)
      << *text;
  EXPECT_NE(text->find("\n/t/english/.KMvK.L0-5.1of1:\n\t$(job.KMvK.L0-5.1of1)\n"),
            std::string::npos)
      << *text;
}

TEST(TaskText, ForSlurm) {
  const std::string text = to_slurm(two_tasks());
  EXPECT_NE(text.find("--cpus-per-task=4 "), std::string::npos);
  EXPECT_NE(text.find(R"(submit KvK '' 464 14 '"${DAMIERA:-damiera}" build '\''it'\'''\''s'\''')"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("submit MvK+2 'KvK' 464 14 '"), std::string::npos);
}

TEST(TaskText, ForSnakemake) {
  const std::string text = *to_snakemake(two_tasks());
  EXPECT_NE(text.find("rule pair_MvK_and_2:\n  input:\n    done + \"KvK\",\n"
                      "  output:\n    touch(done + \"MvK+2\")\n"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find(R"(shell: "\"${{DAMIERA:-damiera}}\" build)"), std::string::npos);
}

TEST(TaskText, ForSnakemakeWithChunks) {
  const std::string text = *to_snakemake(chunk_and_join());
  EXPECT_NE(text.find("rule pair_KMvK_L0_to_5_1of1:\n  output:\n"), std::string::npos) << text;
  EXPECT_NE(text.find("rule pair_KMvK:\n  input:\n    done + \"KMvK.L0-5.1of1\",\n"),
            std::string::npos)
      << text;
}

TEST(TaskText, InWaves) {
  const std::string text = *to_waves(two_tasks());
  const std::string wave = "parallel \"$@\" <<'END'\n\"${DAMIERA:-damiera}\" build";
  EXPECT_NE(text.find(wave), text.npos) << text;
  EXPECT_NE(text.find(wave), text.rfind(wave)) << text;
  EXPECT_LT(text.find("wave 1 of 2"), text.find("wave 2 of 2"));
}

}  // namespace
}  // namespace damiera
