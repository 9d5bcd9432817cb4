#include "apps/cli/program.h"

int main(int argc, char** argv) { return damiera::run_program(argc, argv); }
