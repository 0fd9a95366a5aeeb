# SPDX-License-Identifier: Apache-2.0
"""Arrays as pyopencl's own examples use them, on queues of each sort; "right" at the end."""
import numpy
import pyopencl
import pyopencl.array

SORTS = pyopencl.command_queue_properties
context = pyopencl.create_some_context(interactive=False)
for sort in (0, SORTS.PROFILING_ENABLE, SORTS.OUT_OF_ORDER_EXEC_MODE_ENABLE):
    queue = pyopencl.CommandQueue(context, properties=sort)
    a = pyopencl.array.to_device(queue, numpy.arange(50000, dtype=numpy.float32))
    b = pyopencl.array.to_device(queue, numpy.ones(50000, dtype=numpy.float32))
    for factor in range(1, 5):
        assert numpy.allclose((factor * a + b).get(), factor * a.get() + 1)
    assert abs(pyopencl.array.sum(b).get() - 50000) < 1

    program = pyopencl.Program(context, """
        __kernel void twice(__global float *v) { v[get_global_id(0)] *= 2; }
        """).build()
    event = program.twice(queue, (100,), None, b.data)
    event.wait()
    assert b.get()[99] == 2 and b.get()[100] == 1
print("right")
