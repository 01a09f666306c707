// SPDX-License-Identifier: GPL-2.0
/*
 * Running medians of short windows
 */
#include <math.h>

#include "runmedian.h"

/**
 * runmedian_add - let a value into the window
 * @window: the window, with room
 * @value: the value
 */
void runmedian_add(struct runmedian *window, double value)
{
	size_t i = window->n++;

	for (; i && window->sorted[i - 1] > value; i--)
		window->sorted[i] = window->sorted[i - 1];
	window->sorted[i] = value;
}

/**
 * runmedian_remove - take a value out of the window
 * @window: the window
 * @value: a value that was let in
 */
void runmedian_remove(struct runmedian *window, double value)
{
	size_t i = 0;

	while (window->sorted[i] < value)
		i++;
	window->n--;
	for (; i < window->n; i++)
		window->sorted[i] = window->sorted[i + 1];
}

/**
 * runmedian_value - median of the window
 * @window: the window
 *
 * Return: the middle value, the mean of the middle two, NAN without any.
 */
double runmedian_value(const struct runmedian *window)
{
	size_t middle = window->n / 2;

	if (!window->n)
		return NAN;
	if (window->n & 1)
		return window->sorted[middle];
	return (window->sorted[middle - 1] + window->sorted[middle]) / 2;
}
