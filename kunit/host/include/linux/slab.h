/* SPDX-License-Identifier: GPL-2.0 */
/* Where memory comes from does not matter to a host program */
#ifndef _PPS_SPIN_HOST_LINUX_SLAB_H
#define _PPS_SPIN_HOST_LINUX_SLAB_H

typedef unsigned int gfp_t;

#define GFP_KERNEL			((gfp_t)0)

#endif /* _PPS_SPIN_HOST_LINUX_SLAB_H */
