// A thread beside the one that reads. V8's own limits do not count typed arrays, which is what a PDF unpacks into
// (a worker thread limited to 64 MB was measured at 1 GB), and no timer fires while a parser is busy. So this thread
// looks at what the whole process uses, and ends the process when it is too much.
import { workerData } from 'node:worker_threads'
import { cpuMsMaxCell, isReadingCell, type WatchOrder } from './usage-cells.ts'

const everyMs = 4

const { cells, memoryBytesMax } = workerData as WatchOrder

for (;;) {
  Atomics.wait(cells, isReadingCell, 0)
  const idleBytes = process.memoryUsage.rss()
  const { user, system } = process.cpuUsage()
  while (Atomics.load(cells, isReadingCell) === 1) {
    const used = process.cpuUsage({ user, system })
    if (process.memoryUsage.rss() - idleBytes > memoryBytesMax) process.kill(process.pid, 'SIGKILL')
    if ((used.user + used.system) / 1_000 > Atomics.load(cells, cpuMsMaxCell)) {
      process.kill(process.pid, 'SIGXCPU')
    }
    Atomics.wait(cells, isReadingCell, 1, everyMs)
  }
}
