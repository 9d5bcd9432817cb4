#include "apps/hub/hub_line.h"

#include <gtest/gtest.h>

namespace damiera {
namespace {

TEST(HubLine, HasACommandArgumentsAndFlags) {
  const HubLine line = parse_hub_line("  level moves=9  time=291.587 infinite\r");
  EXPECT_EQ(line.command, "level");
  EXPECT_EQ(line.value("moves"), "9");
  EXPECT_EQ(line.value("time"), "291.587");
  EXPECT_TRUE(line.has("infinite"));
  EXPECT_FALSE(line.has("inc"));
  EXPECT_EQ(line.arguments.size(), 3U);
}

TEST(HubLine, QuotesHoldBlanksTogether) {
  const HubLine line = parse_hub_line(R"(pos pos=Wee moves="38-15 5-41" rest=1)");
  EXPECT_EQ(line.value("moves"), "38-15 5-41");
  EXPECT_EQ(line.value("rest"), "1");
  EXPECT_EQ(parse_hub_line(R"(pos moves="")").value("moves"), "");
  EXPECT_EQ(parse_hub_line(R"(pos moves="1-2)").value("moves"), "1-2");  // no end
}

// pydraughts never quotes what it sets.
TEST(HubLine, AValueThatIsSetGoesToTheEnd) {
  EXPECT_EQ(parse_hub_line("set-param name=tables value=/my tables/a=b").value("value"),
            "/my tables/a=b");
  EXPECT_EQ(parse_hub_line(R"(set-param name=tables value="/my tables" x=1)").value("value"),
            "/my tables");
  const HubLine turned = parse_hub_line("set-param value=italian name=variant");
  EXPECT_EQ(turned.value("value"), "italian");
  EXPECT_EQ(turned.value("name"), "variant");
}

TEST(HubLine, AnyTextIsReadSomehow) {
  EXPECT_EQ(parse_hub_line("").command, "");
  EXPECT_EQ(parse_hub_line(" \t").command, "");
  for (const char* text : {"=", "a =", "a ==", "a \"", "a b=\"", "= = =", "set-param value="})
    EXPECT_NO_THROW(parse_hub_line(text)) << text;
}

TEST(HubWord, HasExactlyOneEqualsSign) {
  EXPECT_EQ(hub_word("move", "32-28"), "move=32-28");
  EXPECT_EQ(hub_word("value", ""), "value=\"\"");
  EXPECT_EQ(hub_word("message", "a = \"b\"\n"), "message=\"a : 'b' \"");
}

}  // namespace
}  // namespace damiera
