import { readFileSync } from 'node:fs'

type Usage = {
  /** Peak growth of the memory of this process and its children since the start. */
  grownBytes: number
  /** Longest time for which a child process was runnable while others had the processor. */
  waitedMs: number
}

export type UsageWatch = { stop(): Usage }

const everyMs = 3
const pageBytes = 4_096

/** Processes that start later are not counted: loading a spare process is not a cost of the document. */
export function watchUsage(): UsageWatch {
  const start = new Map([process.pid, ...childIds()].map((id) => [id, usageOf(id)]))
  const waited = new Map<number, number>()
  let grownBytes = 0
  const look = () => {
    let now = 0
    for (const [id, before] of start) {
      const { bytes, waitedMs } = usageOf(id)
      now += Math.max(0, bytes - before.bytes)
      waited.set(id, Math.max(waited.get(id) ?? 0, waitedMs - before.waitedMs))
    }
    grownBytes = Math.max(grownBytes, now)
  }
  const timer = setInterval(look, everyMs)
  return {
    stop() {
      clearInterval(timer)
      look()
      waited.delete(process.pid)
      return { grownBytes, waitedMs: Math.max(0, ...waited.values()) }
    },
  }
}

export function childIds(): number[] {
  const children = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8')
  return children.split(' ').filter(Boolean).map(Number)
}

export function residentBytes(id: number): number {
  return usageOf(id).bytes
}

function usageOf(id: number): { bytes: number; waitedMs: number } {
  try {
    const bytes = Number(readFileSync(`/proc/${id}/statm`, 'utf8').split(' ')[1]) * pageBytes
    return { bytes, waitedMs: Number(readFileSync(`/proc/${id}/schedstat`, 'utf8').split(' ')[1]) / 1e6 }
  } catch {
    return { bytes: 0, waitedMs: 0 }
  }
}
