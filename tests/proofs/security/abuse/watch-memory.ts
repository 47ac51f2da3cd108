// Tracks how much memory the gateway holds during the attacks.
import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type { ServiceProcess } from '@gatehouse/testkit/start-service-process'
import { readMetric } from '../../gateway/read-metric.ts'

export type MemoryWatch = {
  /** Peak values since the start: bytes counted against the budget, and growth of the process. */
  most(): { heldBytes: number; grownBytes: number }
  stop(): Promise<void>
}

const everyMs = 200

export async function watchMemory({ url, pid }: ServiceProcess): Promise<MemoryWatch> {
  const before = await readResident(pid)
  const most = { heldBytes: 0, grownBytes: 0 }
  const end = new AbortController()
  const watching = (async () => {
    while (!end.signal.aborted) {
      most.grownBytes = Math.max(most.grownBytes, (await readResident(pid)) - before)
      const held = await readMetric(url, 'gatehouse_call_bytes_held').catch(() => 0)
      most.heldBytes = Math.max(most.heldBytes, held)
      await pause(everyMs)
    }
  })()
  return {
    most: () => most,
    async stop() {
      end.abort()
      await watching
    },
  }
}

async function readResident(pid: number): Promise<number> {
  // If the process has exited, the failing calls show it.
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1_024
}
