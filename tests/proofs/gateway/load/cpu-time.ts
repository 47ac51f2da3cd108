import { readFileSync } from 'node:fs'

// The unit of /proc on every Linux that we know.
const ticksPerSecond = 100

/** What a process has used of a core since it began: unlike calls per second, the neighbours hardly change it. */
export function cpuMicroseconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The name of the program, in brackets, may have spaces in it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return ((Number(fields[11]) + Number(fields[12])) / ticksPerSecond) * 1_000_000
}
