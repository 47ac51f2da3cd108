// Wakes the thread that started it at every due time; see run-at-rate.ts.
import { parentPort, workerData } from 'node:worker_threads'
import { monotonicMs } from './monotonic-ms.ts'

export type Pace = { leadMs: number; periodMs: number; wakes: number }

const { leadMs, periodMs, wakes } = workerData as Pace
const cell = new Int32Array(new SharedArrayBuffer(4))
const startsMs = monotonicMs() + leadMs
parentPort?.postMessage(startsMs, [])
for (let wake = 0; wake < wakes; wake += 1) {
  const waitMs = startsMs + wake * periodMs - monotonicMs()
  if (waitMs > 0) Atomics.wait(cell, 0, 0, waitMs)
  parentPort?.postMessage(undefined, [])
}
