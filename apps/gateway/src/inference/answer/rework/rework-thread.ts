// A thread that reworks large answers, one after the other.
import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { type ReworkOptions, reworkAnswer } from './rework-answer.ts'

export type ReworkOrder = { number: number; bytes: Uint8Array<ArrayBuffer>; options: ReworkOptions }

export type ReworkReport = {
  number: number
  reworked?: {
    body: Uint8Array<ArrayBuffer>
    usage: Uint8Array<ArrayBuffer> | undefined
    model: string | undefined
  }
}

// Only Linux gives a thread a priority of its own; elsewhere the whole process would get this one.
if (process.platform === 'linux') setPriority(10)

parentPort?.on('message', ({ number, bytes, options }: ReworkOrder) => {
  const reworked = reworkAnswer(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), options)
  if (!reworked) return parentPort?.postMessage({ number } satisfies ReworkReport, [])
  const body = owned(reworked.body)
  const usage = reworked.usage && new Uint8Array(reworked.usage)
  const report: ReworkReport = { number, reworked: { body, usage, model: reworked.model } }
  parentPort?.postMessage(report, [body.buffer])
})

/** The bytes in memory of their own, which can be handed over without a copy. */
function owned(bytes: Buffer): Uint8Array<ArrayBuffer> {
  const isOwn = bytes.buffer instanceof ArrayBuffer && bytes.buffer.byteLength === bytes.length
  return isOwn ? new Uint8Array(bytes.buffer) : new Uint8Array(bytes)
}
