// SPDX-License-Identifier: GPL-2.0-only
/*
 * What the guest's shell cannot do: reads that do not block, poll(), signals,
 * GPIO lines, holding a PMU, reading a binary file, and loads that fail
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/gpio.h>
#include <linux/perf_event.h>
#include <linux/pps_spin_bench.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

static const char usage[] =
	"usage: helper drain FILE SIZE       print what is there, read by read; status 11 is EAGAIN\n"
	"       helper poll FILE MS          read all, then wait: status 0 readable, 1 not in time\n"
	"       helper interrupt FILE MS     read all, then block until SIGINT: status 0 is EINTR\n"
	"       helper hold CHIP LINE NAME [rising]  request a line, print \"held\", wait\n"
	"       helper level CHIP LINE       what a free line is: output or input, 0 or 1; leaves it as it is\n"
	"       helper suspend STATE SECONDS write STATE to /sys/power/state, be woken by the clock\n"
	"       helper load-failing N MODULE PARAMETERS  load, the Nth allocation fails: status 10 if that failed the load,\n"
	"                                            11 if the load makes fewer\n"
	"       helper write-failing N FILE TEXT  likewise for one write()\n"
	"       helper counters CPU count|hold  how many cycle counters its PMU has to give; hold: take them, wait\n"
	"       helper hog CPU SECONDS       a loop there with a real-time priority above that of a kernel thread's\n"
	"       helper ring FILE check       the header of tick_ring, and what holds of its samples\n"
	"       helper write FILE TEXT       one write(); status is its errno; \\0 is a NUL\n";

static void die(const char *what)
{
	perror(what);
	exit(2);
}

static int open_nonblocking(const char *file)
{
	int fd = open(file, O_RDONLY | O_NONBLOCK);

	if (fd < 0)
		die(file);
	return fd;
}

/* Read to the end, 0, or to an error, which is returned */
static int drain(int fd, size_t size, int out)
{
	char *buf = malloc(size);
	ssize_t len;

	if (!buf)
		die("malloc");
	while ((len = read(fd, buf, size)) > 0)
		if (out >= 0 && write(out, buf, len) != len)
			die("write");
	free(buf);
	return len < 0 ? errno : 0;
}

static int do_poll(const char *file, int timeout_ms)
{
	struct pollfd pollfd = { .fd = open_nonblocking(file), .events = POLLIN };
	int ret;

	if (poll(&pollfd, 1, 0) != 1)
		die("poll() does not see the header");
	drain(pollfd.fd, 4096, -1);
	ret = poll(&pollfd, 1, timeout_ms);
	return ret == 1 && pollfd.revents & POLLIN ? 0 : 1;
}

static void on_signal(int number)
{
	(void)number;
}

static int do_interrupt(const char *file, int ms)
{
	struct sigaction action = { .sa_handler = on_signal };
	struct itimerval timer = { .it_value = { ms / 1000, ms % 1000 * 1000 } };
	int fd = open_nonblocking(file);
	char byte;

	drain(fd, 4096, -1);
	fcntl(fd, F_SETFL, 0);
	sigaction(SIGALRM, &action, NULL);
	setitimer(ITIMER_REAL, &timer, NULL);
	if (read(fd, &byte, 1) >= 0)
		return 1;
	return errno == EINTR ? 0 : errno;
}

static int do_hold(const char *chip, int line, const char *name, int events)
{
	struct gpio_v2_line_request request = {
		.offsets = { line },
		.num_lines = 1,
		.config.flags = GPIO_V2_LINE_FLAG_INPUT |
				(events ? GPIO_V2_LINE_FLAG_EDGE_RISING : 0),
	};
	struct gpio_v2_line_event event;
	int fd = open(chip, O_RDWR);

	if (fd < 0)
		die(chip);
	snprintf(request.consumer, sizeof(request.consumer), "%s", name);
	if (ioctl(fd, GPIO_V2_GET_LINE_IOCTL, &request))
		die("request");
	puts("held");
	fflush(stdout);
	while (events && read(request.fd, &event, sizeof(event)) == sizeof(event))
		;
	pause();
	return 0;
}

static int do_level(const char *chip, int line)
{
	struct gpio_v2_line_request request = {
		.offsets = { line }, .num_lines = 1
	};
	struct gpio_v2_line_info info = { .offset = line };
	struct gpio_v2_line_values values = { .mask = 1 };
	int fd = open(chip, O_RDWR);

	if (fd < 0)
		die(chip);
	if (ioctl(fd, GPIO_V2_GET_LINE_IOCTL, &request) ||
	    ioctl(fd, GPIO_V2_GET_LINEINFO_IOCTL, &info) ||
	    ioctl(request.fd, GPIO_V2_LINE_GET_VALUES_IOCTL, &values))
		die("level");
	printf("%s %llu\n",
	       info.flags & GPIO_V2_LINE_FLAG_OUTPUT ? "output" : "input",
	       (unsigned long long)values.bits);
	return 0;
}

static int do_write(const char *file, const char *text)
{
	size_t len = strlen(text);
	char *buf = strdup(text);
	char *nul = strstr(buf, "\\0");
	int fd = open(file, O_WRONLY);

	if (fd < 0)
		die(file);
	if (nul) {
		*nul = '\0';
		memmove(nul + 1, nul + 2, buf + len - nul - 1);
		len--;
	}
	return write(fd, buf, len) == (ssize_t)len ? 0 : errno;
}

/* A pinned event that cannot be counted has nothing to read */
static bool take_counter(int cpu)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_HARDWARE,
		.size = sizeof(attr),
		.config = PERF_COUNT_HW_CPU_CYCLES,
		.pinned = 1,
	};
	int fd = syscall(SYS_perf_event_open, &attr, -1, cpu, -1, 0);
	__u64 count;

	return fd >= 0 && read(fd, &count, sizeof(count)) == sizeof(count);
}

static int do_hog(int cpu, int seconds)
{
	const struct sched_param param = { .sched_priority = 60 };
	time_t end = time(NULL) + seconds;
	cpu_set_t cpus;

	CPU_ZERO(&cpus);
	CPU_SET(cpu, &cpus);
	if (sched_setaffinity(0, sizeof(cpus), &cpus) ||
	    sched_setscheduler(0, SCHED_FIFO, &param))
		die("hog");
	puts("hogs");
	fflush(stdout);
	while (time(NULL) < end)
		;
	return 0;
}

static int do_counters(int cpu, int hold)
{
	int count = 0;

	while (take_counter(cpu))
		count++;
	printf("%d\n", count);
	fflush(stdout);
	if (hold)
		pause();
	return 0;
}

static void print_header(const struct pps_spin_tick_header *header)
{
	printf("version=%u\nheader_bytes=%u\nsample_bytes=%u\n",
	       header->version, header->header_bytes, header->sample_bytes);
	printf("samples=%u\nwanted=%u\nstate=%u\nrate_hz=%u\ncpu=%u\n",
	       header->samples, header->wanted, header->state,
	       header->rate_hz, header->cpu);
	printf("cntfrq_hz=%u\nstamp=%s\nidle=%s\nidle_state=%s\n",
	       header->cntfrq_hz, header->stamp, header->idle,
	       header->idle_state);
	printf("clocksource=%s\nno_cycles=%s\n", header->clocksource,
	       header->no_cycles);
}

/* Counted over the whole run, and what of it is in order */
static void print_samples(const struct pps_spin_tick_sample *samples,
			  unsigned int count)
{
	const struct pps_spin_tick_sample *first = samples;
	const struct pps_spin_tick_sample *last = samples + count - 1;
	bool ordered = true, cycles_increase = true, no_cycles = true;

	for (const struct pps_spin_tick_sample *at = first; at <= last; at++) {
		ordered &= at->arch <= at->handler;
		no_cycles &= !at->cycles;
		if (at == first)
			continue;
		ordered &= at[-1].arch <= at->arch &&
			   at[-1].handler < at->handler &&
			   at[-1].wall_ns < at->wall_ns;
		cycles_increase &= at[-1].cycles < at->cycles;
	}
	printf("ordered=%d\ncycles_increase=%d\ncycles_are_0=%d\n", ordered,
	       cycles_increase, no_cycles);
	printf("handler_ticks=%llu\ncycles=%llu\nwall_us=%llu\n",
	       last->handler - first->handler, last->cycles - first->cycles,
	       (last->wall_ns - first->wall_ns) / 1000);
}

static int do_ring(const char *name)
{
	static struct pps_spin_tick_sample samples[16384];
	struct pps_spin_tick_header header;
	FILE *file = fopen(name, "r");
	size_t count;

	if (!file || fread(&header, sizeof(header), 1, file) != 1)
		die(name);
	count = fread(samples, sizeof(samples[0]), 16384, file);
	if (memcmp(header.magic, PPS_SPIN_TICK_MAGIC, sizeof(header.magic)) ||
	    header.samples != count || fgetc(file) != EOF)
		return 1;
	print_header(&header);
	if (count)
		print_samples(samples, count);
	return 0;
}

/* No RTC interface is needed: a timer that wakes the system uses the RTC below */
static int do_suspend(const char *state, int seconds)
{
	struct itimerspec wake = { .it_value.tv_sec = seconds };
	int timer = timerfd_create(CLOCK_BOOTTIME_ALARM, 0);
	int power = open("/sys/power/state", O_WRONLY);

	if (timer < 0 || timerfd_settime(timer, 0, &wake, NULL))
		die("alarm");
	if (power < 0 || write(power, state, strlen(state)) < 0)
		die("/sys/power/state");
	return 0;
}

/* The Nth allocation from here on fails */
static int arm_failure(const char *nth)
{
	int fail = open("/proc/self/fail-nth", O_RDWR);

	if (fail < 0 || write(fail, nth, strlen(nth)) < 0)
		die("/proc/self/fail-nth");
	return fail;
}

/* What is left of N says whether there was an Nth allocation */
static int tell_failure(int fail, bool failed, const char *nth)
{
	char left[16] = "";

	if (pread(fail, left, sizeof(left) - 1, 0) < 0)
		die("/proc/self/fail-nth");
	if (!failed)
		return atoi(left) ? 11 : 0;
	perror(nth);
	return atoi(left) ? 2 : 10;
}

static int do_load_failing(const char *nth, const char *module, const char *parameters)
{
	int fd = open(module, O_RDONLY), fail;

	if (fd < 0)
		die(module);
	fail = arm_failure(nth);
	return tell_failure(fail, syscall(SYS_finit_module, fd, parameters, 0), nth);
}

static int do_write_failing(const char *nth, const char *file, const char *text)
{
	int fd = open(file, O_WRONLY), fail;

	if (fd < 0)
		die(file);
	fail = arm_failure(nth);
	return tell_failure(fail, write(fd, text, strlen(text)) < 0, nth);
}

int main(int argc, char **argv)
{
	const char *command = argc > 3 ? argv[1] : "";

	if (!strcmp(command, "drain"))
		return drain(open_nonblocking(argv[2]), atoi(argv[3]), 1);
	if (!strcmp(command, "poll"))
		return do_poll(argv[2], atoi(argv[3]));
	if (!strcmp(command, "interrupt"))
		return do_interrupt(argv[2], atoi(argv[3]));
	if (!strcmp(command, "hold") && argc > 4)
		return do_hold(argv[2], atoi(argv[3]), argv[4], argc > 5);
	if (!strcmp(command, "level"))
		return do_level(argv[2], atoi(argv[3]));
	if (!strcmp(command, "counters"))
		return do_counters(atoi(argv[2]), !strcmp(argv[3], "hold"));
	if (!strcmp(command, "hog"))
		return do_hog(atoi(argv[2]), atoi(argv[3]));
	if (!strcmp(command, "ring"))
		return do_ring(argv[2]);
	if (!strcmp(command, "suspend"))
		return do_suspend(argv[2], atoi(argv[3]));
	if (!strcmp(command, "load-failing") && argc > 4)
		return do_load_failing(argv[2], argv[3], argv[4]);
	if (!strcmp(command, "write-failing") && argc > 4)
		return do_write_failing(argv[2], argv[3], argv[4]);
	if (!strcmp(command, "write"))
		return do_write(argv[2], argv[3]);
	fputs(usage, stderr);
	return 2;
}
