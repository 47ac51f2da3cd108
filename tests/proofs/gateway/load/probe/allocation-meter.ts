// Bytes that a process allocates on its JavaScript heap: what the heap grew by between collections. Memory outside the
// heap, such as the contents of large buffers, is not included.
import { GCProfiler, getHeapStatistics } from 'node:v8'

type Collection = {
  beforeGC: { heapStatistics: { usedHeapSize: number } }
  afterGC: { heapStatistics: { usedHeapSize: number } }
}

export class AllocationMeter {
  #profiler = new GCProfiler()
  #usedBytes = 0

  start(): void {
    this.#usedBytes = getHeapStatistics().used_heap_size
    this.#profiler.start()
  }

  stop(): number {
    const { statistics } = this.#profiler.stop() as unknown as { statistics: Collection[] }
    this.#profiler = new GCProfiler()
    let allocatedBytes = 0
    let usedBytes = this.#usedBytes
    for (const { beforeGC, afterGC } of statistics) {
      allocatedBytes += beforeGC.heapStatistics.usedHeapSize - usedBytes
      usedBytes = afterGC.heapStatistics.usedHeapSize
    }
    return allocatedBytes + getHeapStatistics().used_heap_size - usedBytes
  }
}
