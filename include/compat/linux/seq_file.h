/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _COMPAT_LINUX_SEQ_FILE_H
#define _COMPAT_LINUX_SEQ_FILE_H

#include_next <linux/seq_file.h>

/* Not in 6.1, but in 6.12: remove with the last kernel that lacks it */
#ifndef DEFINE_SHOW_STORE_ATTRIBUTE
#define DEFINE_SHOW_STORE_ATTRIBUTE(__name)				\
static int __name ## _open(struct inode *inode, struct file *file)	\
{									\
	return single_open(file, __name ## _show, inode->i_private);	\
}									\
									\
static const struct file_operations __name ## _fops = {			\
	.owner		= THIS_MODULE,					\
	.open		= __name ## _open,				\
	.read		= seq_read,					\
	.write		= __name ## _write,				\
	.llseek		= seq_lseek,					\
	.release	= single_release,				\
}
#endif

#endif /* _COMPAT_LINUX_SEQ_FILE_H */
