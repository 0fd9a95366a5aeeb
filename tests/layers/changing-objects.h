/* SPDX-License-Identifier: Apache-2.0 */
/*
 * changing-objects: the validation layer, in which an object changes between two looks at it, as
 * another thread would do it. A look is a search for its record without a lock, or the taking of the
 * first lock. The linker's --wrap puts changing-objects.c in between.
 */
#ifndef CHANGING_OBJECTS_H
#define CHANGING_OBJECTS_H

enum change {
	CHANGE_END,		/* the layer ends */
	CHANGE_AGAIN,		/* the layer ends, and is started again with objects of its own */
	CHANGE_RELEASED,	/* the object loses its last reference */
	CHANGE_SAME,		/* a new object of its kind is at its address */
	CHANGE_OTHER,		/* one of another kind */
	CHANGE_NO_MEMORY,	/* nothing changes, but there is no memory once */
	CHANGES
};

/*
 * CHANGE comes with look NUMBER from now on, 1 is the next one, before the record is looked at;
 * 0: never. For CHANGE_NO_MEMORY allocations are counted instead of looks. AGAIN ends and starts the
 * layer. Returns how many there were since the last call.
 */
typedef unsigned changing_objects_set_fn(enum change change, unsigned number, void (*again)(void));
changing_objects_set_fn changing_objects_set;

#endif
