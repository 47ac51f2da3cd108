import { readFileSync } from 'node:fs'

/**
 * A stream uses two connections in the proxy, and two in this process, which is both client and provider; the open-file
 * limit allows this many.
 */
export function streamsMax(): number {
  const limit = /Max open files\s+(\d+)/.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]
  return Math.floor((Number(limit) - 500) / 2)
}
