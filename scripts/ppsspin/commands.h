/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The sub-commands
 */
#ifndef PPSSPIN_COMMANDS_H
#define PPSSPIN_COMMANDS_H

int command_bench(int argc, char **argv);
int command_bench_lock(int argc, char **argv);
int command_bench_tick(int argc, char **argv);
int command_import(int argc, char **argv);
int command_lines(int argc, char **argv);
int command_pulse(int argc, char **argv);
int command_record(int argc, char **argv);
int command_report(int argc, char **argv);
int command_simulate(int argc, char **argv);
int command_watch(int argc, char **argv);

#endif /* PPSSPIN_COMMANDS_H */
