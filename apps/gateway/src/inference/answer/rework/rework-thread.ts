// A worker thread that reworks large answers one at a time.
import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { type ReworkOptions, reworkAnswer } from './rework-answer.ts'

export type ReworkRequest = { number: number; bytes: Uint8Array<ArrayBuffer>; options: ReworkOptions }

export type ReworkResult = {
  number: number
  reworked?: {
    body: Uint8Array<ArrayBuffer>
    usage: Uint8Array<ArrayBuffer> | undefined
    model: string | undefined
  }
}

// Only Linux has per-thread priorities; elsewhere this would lower the priority of the whole process.
if (process.platform === 'linux') setPriority(10)

parentPort?.on('message', ({ number, bytes, options }: ReworkRequest) => {
  const reworked = reworkAnswer(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), options)
  if (!reworked) return parentPort?.postMessage({ number } satisfies ReworkResult, [])
  const body = toTransferable(reworked.body)
  const usage = reworked.usage && new Uint8Array(reworked.usage)
  const result: ReworkResult = { number, reworked: { body, usage, model: reworked.model } }
  parentPort?.postMessage(result, [body.buffer])
})

/** Returns the bytes in their own ArrayBuffer, which can be transferred without a copy. */
function toTransferable(bytes: Buffer): Uint8Array<ArrayBuffer> {
  const isOwn = bytes.buffer instanceof ArrayBuffer && bytes.buffer.byteLength === bytes.length
  return isOwn ? new Uint8Array(bytes.buffer) : new Uint8Array(bytes)
}
