import { readFileSync } from 'node:fs'

// USER_HZ, the unit of /proc, is 100 on every common Linux.
const ticksPerSecond = 100

/** CPU time of a process since its start; unlike calls per second it hardly depends on other load. */
export function cpuMicroseconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The program name, in parentheses, may contain spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return ((Number(fields[11]) + Number(fields[12])) / ticksPerSecond) * 1_000_000
}
