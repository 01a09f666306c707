# SPDX-License-Identifier: GPL-2.0-only
# Front door: everything is built under build/

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

# On an arm64 machine the running kernel, elsewhere that of the virtual board, which runs nowhere else
ifeq ($(shell uname -m),aarch64)
KDIR ?= /lib/modules/$(shell uname -r)/build
else ifneq ($(filter install,$(MAKECMDGOALS)),)
KDIR ?= $(error make install needs KDIR=DIR on this machine: the build directory of the kernel that the modules are for)
else
KDIR ?= $(shell scripts/kernel)
endif
# The one in vermagic: Debian's headers have another one for `make kernelrelease`
RELEASE = $(shell sed -n 's/.*UTS_RELEASE "\(.*\)"/\1/p' '$(KDIR)/include/generated/utsrelease.h')
export KERNEL KSRC
SUITES ?= default

help:
	@echo 'make demo     capture pulses on the virtual board: table and pictures in build/demo'
	@echo 'make test     the usual tests, on the host and on the virtual board'
	@echo 'make truth    check captures against edges of known time, results in build/truth'
	@echo 'make check    coding style and static checks'
	@echo 'make bench    what capturing and analysing cost'
	@echo 'make modules  pps-gpio-spin.ko and pps-spin-bench.ko for the kernel in KDIR, in build/modules'
	@echo 'make tools    the user program, build/ppsspin'
	@echo 'make install  the modules for KDIR and the user program, on this machine or below DESTDIR'
	@echo 'make clean    remove build/'
	@echo
	@echo 'SUITES=...    what make test runs instead of the default, see scripts/test --help'
	@echo 'KERNEL=7.3    kernel of the virtual board, one of patches/'
	@echo 'KSRC=DIR      a kernel source tree of your own for it'
	@echo 'KDIR=DIR      build directory of the kernel to build modules for; on arm64 by default that of the running one'
	@echo 'DESTDIR=DIR   where make install puts them instead of /'

packages:
	@scripts/packages

modules:
	@scripts/module '$(KDIR)' build/modules

tools:
	@$(MAKE) --no-print-directory -C scripts/ppsspin O=$(CURDIR)/build

demo: packages
	@scripts/demo

test: packages
	@scripts/test $(SUITES)

truth: packages
	@scripts/truth

check: packages
	@scripts/lint

bench: packages
	@scripts/packages bench
	@scripts/bench

install: modules tools
	install -D -t '$(DESTDIR)/lib/modules/$(RELEASE)/updates' build/modules/pps-gpio-spin.ko build/modules/pps-spin-bench.ko
	$(MAKE) -C scripts/ppsspin O=$(CURDIR)/build install
	[ -n '$(DESTDIR)' ] && [ ! -e '$(DESTDIR)/lib/modules/$(RELEASE)/modules.order' ] || depmod -b '$(DESTDIR)/' '$(RELEASE)'

clean:
	rm -rf build

.PHONY: help packages modules tools demo test truth check bench install clean
