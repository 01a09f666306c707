/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The few kernel names that PURE code uses, for a host program
 *
 * Warnings come from the kernel build; this header only has to be right.
 */
#ifndef _PPS_SPIN_PURE_HOST_H
#define _PPS_SPIN_PURE_HOST_H

#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;
typedef int8_t s8;
typedef int16_t s16;
typedef int32_t s32;
typedef int64_t s64;

#define U32_MAX			UINT32_MAX
#define U64_MAX			UINT64_MAX
#define S64_MAX			INT64_MAX

#define BIT(nr)			(1UL << (nr))
#define BIT_ULL(nr)		(1ULL << (nr))
#define ARRAY_SIZE(array)	(sizeof(array) / sizeof((array)[0]))
#define WARN_ON_ONCE(condition)	(condition)

#define min(a, b) ({						\
	__typeof__(a) _min_a = (a);				\
	__typeof__(b) _min_b = (b);				\
	_min_a < _min_b ? _min_a : _min_b;			\
})
#define max(a, b) ({						\
	__typeof__(a) _max_a = (a);				\
	__typeof__(b) _max_b = (b);				\
	_max_a > _max_b ? _max_a : _max_b;			\
})
#define clamp(value, low, high)	min(max(value, low), high)

static inline u64 div_u64(u64 dividend, u32 divisor)
{
	return dividend / divisor;
}

static inline u64 div64_u64(u64 dividend, u64 divisor)
{
	return dividend / divisor;
}

static inline s64 div_s64(s64 dividend, s32 divisor)
{
	return dividend / divisor;
}

static inline u64 mul_u64_u64_div_u64(u64 a, u64 b, u64 divisor)
{
	return (unsigned __int128)a * b / divisor;
}

/* As the kernel's: the length that was written, not the one that was wanted */
static inline int scnprintf(char *buf, size_t size, const char *format, ...)
{
	va_list args;
	int length;

	if (!size)
		return 0;
	va_start(args, format);
	length = vsnprintf(buf, size, format, args);
	va_end(args);
	return length < (int)size ? length : (int)size - 1;
}

#endif /* _PPS_SPIN_PURE_HOST_H */
