// SPDX-License-Identifier: MIT
#include "tests/windows/stand_ins/posix.h"
