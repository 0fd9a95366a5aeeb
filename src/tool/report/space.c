/* SPDX-License-Identifier: Apache-2.0 */
/* space: see space.h. */
#include "tool/report/space.h"

#include "base/common/list.h"
#include "tool/output/message.h"

bool space_is_short(void)
{
	message_error("there is not enough memory");
	return false;
}

bool space_make(void *list, size_t count, size_t size)
{
	return list_make_space(list, count, size) || space_is_short();
}
