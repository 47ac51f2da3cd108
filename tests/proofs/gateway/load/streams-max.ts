import { readFileSync } from 'node:fs'

/** A stream through a proxy takes two connections there, and two here where both ends are: so many can be held at once. */
export function streamsMax(): number {
  const limit = /Max open files\s+(\d+)/.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]
  return Math.floor((Number(limit) - 500) / 2)
}
