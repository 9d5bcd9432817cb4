#include "apps/hub/dxp_message.h"

#include <gtest/gtest.h>

namespace damiera {
namespace {

struct MessageCase {
  std::string text;
  DxpMessage message;
};

class DxpMessageTest : public testing::TestWithParam<MessageCase> {};

TEST_P(DxpMessageTest, IsWrittenAndRead) {
  EXPECT_EQ(encode(GetParam().message), GetParam().text);
  const auto read = decode_dxp(GetParam().text);
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(*read, GetParam().message);
}

std::string padded(std::string name) {
  name.resize(32, ' ');
  return name;
}

INSTANTIATE_TEST_SUITE_P(
    Kinds, DxpMessageTest,
    testing::Values(MessageCase{"R01" + padded("Tornado voor Windows 4.0") + "W060065A",
                                DxpRequest{.initiator = "Tornado voor Windows 4.0",
                                           .follower_side = 'W',
                                           .minutes = 60,
                                           .moves = 65}},
                    MessageCase{
                        "R01" + padded("X") + "Z000000BZwWzZee",
                        DxpRequest{.initiator = "X", .follower_side = 'Z', .position = "BwWbBee"}},
                    MessageCase{"A" + padded("Damiera") + "2", DxpAnswer{"Damiera", '2'}},
                    MessageCase{"M0012052504"
                                "22122320",
                                DxpMove{12, {5, 25, 22, 12, 23, 20}}},
                    MessageCase{"M0000322800", DxpMove{0, {32, 28}}},
                    MessageCase{"E31", DxpEnd{'3', '1'}},
                    MessageCase{"Cwhat do you think?", DxpChat{"what do you think?"}},
                    MessageCase{"B005Z", DxpBack{5, 'Z'}}, MessageCase{"K2", DxpBackAnswer{'2'}}));

TEST(DxpMessage, RefusesWhatIsCutOffOrUnknown) {
  for (const char* text :
       {"",        "X",         "R",           "R01",           "A", "M",  "M0012",
        "M001205", "M00120525", "M0012052502", "M001205250222", "E", "E4", "E1",
        "E12",     "B",         "B005",        "B00xW",         "K", "K3"})
    EXPECT_FALSE(decode_dxp(text)) << text;
}

TEST(DxpMessage, FitsInto127BytesOfAscii) {
  EXPECT_EQ(encode(DxpChat{std::string(300, 'a')}).size(), 127U);
  EXPECT_EQ(encode(DxpChat{"\xc3\xa8\n"}), "C???");
}

}  // namespace
}  // namespace damiera
