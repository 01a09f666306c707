// SPDX-License-Identifier: GPL-2.0
/*
 * Unit tests: every group in turn
 */
#include "unit.h"

int main(void)
{
	int failed = 0;

	failed += test_quantile();
	failed += test_method();
	failed += test_stream();
	failed += test_capture();
	failed += test_train();
	failed += test_localfit();
	failed += test_stability();
	failed += test_tick();
	failed += test_tickring();
	return failed ? 1 : 0;
}
