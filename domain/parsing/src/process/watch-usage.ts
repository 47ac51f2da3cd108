// A watcher thread in the reading process. V8's own limits do not count typed arrays, which is what a PDF inflates into
// (a worker thread limited to 64 MB was measured at 1 GB), and no timer fires while a parser is busy. So this thread
// polls the usage of the whole process and kills the process if it is too high.
import { workerData } from 'node:worker_threads'
import { cpuMsMaxCell, isReadingCell, type WatchSettings } from './process-messages.ts'

const everyMs = 4

const { cells, memoryBytesMax } = workerData as WatchSettings

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
