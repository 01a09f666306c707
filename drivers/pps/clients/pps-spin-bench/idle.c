// SPDX-License-Identifier: GPL-2.0
/* The driver's, for this module: an object cannot be in two of them */
#include "../pps-gpio-spin/idle.c"
