// SPDX-License-Identifier: GPL-2.0
/*
 * A report as one HTML file that needs nothing else
 */
#include <stdlib.h>

#include "plot.h"
#include "report_html.h"
#include "text_analysis.h"
#include "util.h"

static const char style[] =
	"body{font:16px/1.5 sans-serif;max-width:72em;margin:2em auto;padding:0 1em;color:#222;background:#fff}"
	"pre{font:13px/1.4 monospace;background:#f6f6f6;padding:1em;overflow-x:auto}"
	"figure{margin:1.5em 0}img{max-width:100%;height:auto}"
	"figcaption{font-size:14px;color:#555}h1,h2{font-weight:600}";

static const char * const captions[PICTURE_COUNT] = {
	[PICTURE_CDF]		= "How late the stamps are: the body, and the tail on log scales.",
	[PICTURE_RESIDUALS]	= "Each stamp against the reference train, over the segment.",
	[PICTURE_HISTOGRAM]	= "How the stamps spread about the reference train.",
	[PICTURE_TDEV]		= "What averaging makes of it: time deviation.",
	[PICTURE_BUDGET]	= "Where the time goes from the edge to the handler.",
	[PICTURE_OBSERVER]	= "Whether polling moves the stamps of the interrupt.",
};

static void print_escaped(FILE *out, const char *text, size_t len)
{
	size_t i;

	for (i = 0; i < len; i++) {
		if (text[i] == '&')
			fputs("&amp;", out);
		else if (text[i] == '<')
			fputs("&lt;", out);
		else if (text[i] == '>')
			fputs("&gt;", out);
		else
			fputc(text[i], out);
	}
}

static void print_base64(FILE *out, const u8 *data, size_t len)
{
	static const char digits[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	size_t i;

	for (i = 0; i < len; i += 3) {
		u32 three = data[i] << 16;

		three |= i + 1 < len ? data[i + 1] << 8 : 0;
		three |= i + 2 < len ? data[i + 2] : 0;
		fputc(digits[three >> 18], out);
		fputc(digits[three >> 12 & 63], out);
		fputc(i + 1 < len ? digits[three >> 6 & 63] : '=', out);
		fputc(i + 2 < len ? digits[three & 63] : '=', out);
	}
}

static int print_picture(FILE *out, const struct report *report,
			 enum picture picture)
{
	size_t size;
	void *data;
	int error = picture_data(report, picture, PICTURE_SVG, &data, &size);

	if (error)
		return error;
	fprintf(out, "<figure><img alt=\"%s\" src=\"data:image/svg+xml;base64,",
		picture_name(picture));
	print_base64(out, data, size);
	fprintf(out, "\"><figcaption>%s</figcaption></figure>\n",
		captions[picture]);
	free(data);
	return 0;
}

static enum status print_pictures(FILE *out, const struct report *report)
{
	enum status status = STATUS_OK;
	int picture, error;

	fprintf(out, "<h2>Pictures</h2>\n");
	for (picture = 0; picture < PICTURE_COUNT; picture++) {
		error = print_picture(out, report, picture);
		if (!error)
			continue;
		status = max(status,
			     plot_missing(picture_name(picture), error));
		fprintf(out, "<p>No picture %s: %s.</p>\n",
			picture_name(picture), plot_error(error));
		if (error == -ENOENT)
			break;
	}
	return status;
}

/* Each part of the text report under a heading of its own */
static void print_part(FILE *out, const char *part, size_t len)
{
	const char *line_end = memchr(part, '\n', len);

	if (!strncmp(part, "=== ", 4) && line_end) {
		fprintf(out, "<h2>");
		print_escaped(out, part + 4, line_end - part - 4);
		fprintf(out, "</h2>\n");
		len -= line_end + 1 - part;
		part = line_end + 1;
	}
	fprintf(out, "<pre>");
	print_escaped(out, part, len);
	fprintf(out, "</pre>\n");
}

static void print_parts(FILE *out, const char *text)
{
	while (*text) {
		const char *next = strstr(text, "\n=== ");
		size_t len = next ? (size_t)(next - text) + 1 : strlen(text);

		print_part(out, text, len);
		text += len;
	}
}

/* What @print would print on stdout, to be freed */
static char *printed(void (*print)(const struct report *report),
		     const struct report *report)
{
	FILE *keep = stdout;
	char *text;
	size_t len;

	stdout = open_memstream(&text, &len);
	if (!stdout)
		die("out of memory");
	print(report);
	fclose(stdout);
	stdout = keep;
	return text;
}

/**
 * report_html - write a report as one HTML file
 * @report: the report
 * @path: the file
 *
 * Return: STATUS_OK, or as plot_missing() if a picture is not in it.
 */
enum status report_html(const struct report *report, const char *path)
{
	FILE *out = fopen(path, "w");
	char *findings, *verdict;
	enum status status;

	if (!out)
		die("%s: %s", path, strerror(errno));
	findings = printed(text_findings, report);
	verdict = printed(text_verdict, report);
	fprintf(out, "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
		"<meta name=\"viewport\" content=\"width=device-width\">"
		"<title>ppsspin report</title><style>%s</style></head><body>\n",
		style);
	fprintf(out, "<h1>ppsspin report: ");
	print_escaped(out, report->path, strlen(report->path));
	fprintf(out, "</h1>\n");
	/* It begins with an empty line */
	print_part(out, verdict + 1, strlen(verdict + 1));
	status = print_pictures(out, report);
	print_parts(out, findings);
	fprintf(out, "</body></html>\n");
	if (ferror(out) | fclose(out))
		die("%s: cannot write: %s", path, strerror(errno));
	free(findings);
	free(verdict);
	return status;
}
