/* SPDX-License-Identifier: GPL-2.0 */
/* What a suite says about its module means nothing to a host program */
#ifndef _PPS_SPIN_HOST_LINUX_MODULE_H
#define _PPS_SPIN_HOST_LINUX_MODULE_H

#define MODULE_LICENSE(text)		_Static_assert(1, text)
#define MODULE_AUTHOR(text)		_Static_assert(1, text)
#define MODULE_DESCRIPTION(text)	_Static_assert(1, text)

#endif /* _PPS_SPIN_HOST_LINUX_MODULE_H */
