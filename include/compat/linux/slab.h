/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _COMPAT_LINUX_SLAB_H
#define _COMPAT_LINUX_SLAB_H

#include_next <linux/slab.h>

/* Since 7.0 an allocation knows its type; with GFP_KERNEL unless told */
#ifndef kzalloc_obj
#define kzalloc_obj(object)	kzalloc(sizeof(object), GFP_KERNEL)
#endif

#endif /* _COMPAT_LINUX_SLAB_H */
