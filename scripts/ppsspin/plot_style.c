// SPDX-License-Identifier: GPL-2.0
/*
 * What all pictures share: colours, dashes, titles
 *
 * Colours: Okabe and Ito, "Color Universal Design", 2008, told apart with any
 * kind of colour vision; segments differ by dash, not by colour.
 */
#include <ctype.h>

#include "plot_style.h"

static const char * const colours[METHOD_COUNT] = {
	[METHOD_ENTRY]		= "#0072b2",
	[METHOD_EARLY]		= "#56b4e9",
	[METHOD_ACK]		= "#009e73",
	[METHOD_IRQ]		= "#d55e00",
	[METHOD_POLL_AFTER]	= "#e69f00",
	[METHOD_POLL_BRACKET]	= "#cc79a7",
	[METHOD_POLL_MMIO]	= "#000000",
};

/**
 * plot_method_colour - the colour of a method in every picture
 * @method: the method
 *
 * Return: the colour, for gnuplot.
 */
const char *plot_method_colour(enum method method)
{
	return colours[method];
}

/**
 * plot_dash - the dash of a segment in every picture
 * @segment: its index
 *
 * Return: a dash type, for gnuplot.
 */
int plot_dash(size_t segment)
{
	return 1 + segment % 5;
}

/**
 * plot_style - write the settings that all pictures share
 * @out: gnuplot's input
 */
void plot_style(FILE *out)
{
	fprintf(out, "set encoding utf8\nset grid lc rgb '#d8d8d8' lw 1\n");
	fprintf(out, "set border 3 lw 1 lc rgb '#404040'\n");
	fprintf(out, "set tics nomirror\nset key noenhanced samplen 3\n");
}

/*
 * Between double quotes. All but letters goes by its number: what gnuplot makes
 * of quotes, backslashes and `commands` depends on what is around them, and a
 * digit after a number would belong to that.
 */
static void print_escaped(FILE *out, const char *text)
{
	for (; *text; text++)
		fprintf(out, isalpha((u8)*text) || *text == ' ' ? "%c" : "\\%03o",
			(u8)*text);
}

/**
 * plot_quoted - write a quoted string, for a command or for data
 * @out: gnuplot's input
 * @text: the string
 */
void plot_quoted(FILE *out, const char *text)
{
	fputc('"', out);
	print_escaped(out, text);
	fputc('"', out);
}

/**
 * plot_title - write a quoted title of two parts
 * @out: gnuplot's input
 * @first: first part
 * @second: second part
 */
void plot_title(FILE *out, const char *first, const char *second)
{
	fputc('"', out);
	print_escaped(out, first);
	fputs(", ", out);
	print_escaped(out, second);
	fputc('"', out);
}

/**
 * plot_nothing - write a picture that says why it is empty
 * @out: gnuplot's input
 * @why: the reason
 */
void plot_nothing(FILE *out, const char *why)
{
	fprintf(out, "unset border\nunset tics\nunset grid\nunset key\n");
	fprintf(out, "set label 1 '%s' at graph 0.5,0.5 center\n", why);
	fprintf(out, "plot [0:1][0:1] -1\n");
}

/**
 * plot_empty_panel - write a panel that says why it is empty
 * @out: gnuplot's input
 * @why: the reason
 *
 * Other panels follow, so what it sets it takes back.
 */
void plot_empty_panel(FILE *out, const char *why)
{
	fprintf(out, "set label 1 '%s' at graph 0.5,0.5 center\nset format ''\n",
		why);
	fprintf(out, "plot [0:1][0:1] -1 notitle\nunset label 1\nset format\n");
}
