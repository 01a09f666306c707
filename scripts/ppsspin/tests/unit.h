/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Unit tests: one group per subject
 */
#ifndef PPSSPIN_TESTS_UNIT_H
#define PPSSPIN_TESTS_UNIT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

int test_quantile(void);
int test_method(void);
int test_stream(void);
int test_capture(void);
int test_train(void);
int test_localfit(void);
int test_stability(void);
int test_tick(void);
int test_tickring(void);

#endif /* PPSSPIN_TESTS_UNIT_H */
