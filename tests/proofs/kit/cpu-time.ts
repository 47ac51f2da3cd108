// CPU time of other processes, from the scheduler's counters in nanoseconds: the fields of /proc/PID/stat advance in steps
// of 10 ms. Unlike calls per second, CPU time hardly depends on what else the machine does.
import { readFileSync, readdirSync } from 'node:fs'

/** CPU time of all running threads of a process since its start. Threads that have exited are not included. */
export function readCpuMicros(pid: number): number {
  return readdirSync(`/proc/${pid}/task`).reduce((sum, thread) => sum + readThread(pid, thread), 0)
}

function readThread(pid: number, thread: string): number {
  try {
    const [nanos] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')
    return Number(nanos) / 1_000
  } catch {
    // The thread exited after the directory was read.
    return 0
  }
}
