// SPDX-License-Identifier: MIT
// What tests that write tables take from POSIX, as far as they need it. It is included before all
// else, in tests alone: nothing that is published writes tables on Windows.
#pragma once

#include <fcntl.h>
#include <io.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#include <cstddef>

constexpr int O_CLOEXEC = 0, O_NOFOLLOW = 0, O_DIRECTORY = 0x4000000;
constexpr int LOCK_EX = 2;

char* mkdtemp(char* name);
int open(const wchar_t* path, int flags, int mode = 0);  // a file that others may rename and remove
int unlink(const wchar_t* path);
int rename(const wchar_t* from, const wchar_t* to);
int flock(int fd, int operation);  // no locks: nobody else is there
int fsync(int fd);
ssize_t pwrite(int fd, const void* bytes, std::size_t count, off_t offset);
