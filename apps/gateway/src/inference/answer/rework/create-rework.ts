// Reworks answers: small ones immediately, large ones in a worker thread, because a 33 MiB answer would block the event
// loop, and every other company's calls, for a fifth of a second.
import { Worker } from 'node:worker_threads'
import type { Logger } from '@gatehouse/telemetry/create-logger'
import { type ReworkOptions, type ReworkedAnswer, reworkAnswer } from './rework-answer.ts'
import type { ReworkRequest, ReworkResult } from './rework-thread.ts'

/** The input bytes may be transferred to the thread, so the caller must not read them afterwards. */
export type Rework = (bytes: Buffer, options: ReworkOptions) => Promise<ReworkedAnswer | undefined>

// Below this size, reworking takes no longer than the transfer to the thread.
const smallBytesMax = 524_288

type Waiter = PromiseWithResolvers<ReworkedAnswer | undefined>

export function createRework({ logger }: { logger: Logger }): { rework: Rework; close(): Promise<void> } {
  const waiting = new Map<number, Waiter>()
  let thread: Worker | undefined
  let lastNumber = 0

  /** The thread starts with the first large answer; most gateways never need it. */
  function startThread(): Worker {
    const started = new Worker(new URL('rework-thread.ts', import.meta.url))
    // The thread alone must not keep a process alive that is shutting down.
    started.unref()
    started.on('message', ({ number, reworked }: ReworkResult) => {
      const waiter = waiting.get(number)
      waiting.delete(number)
      waiter?.resolve(reworked && toAnswer(reworked))
    })
    started.on('error', (error) => {
      logger.error('answer rework thread failed', { error })
      if (thread === started) thread = undefined
      for (const waiter of waiting.values()) waiter.reject(error)
      waiting.clear()
    })
    return started
  }

  function reworkInThread(bytes: Buffer, options: ReworkOptions): Promise<ReworkedAnswer | undefined> {
    const waiter: Waiter = Promise.withResolvers()
    lastNumber += 1
    waiting.set(lastNumber, waiter)
    thread ??= startThread()
    const owned = toTransferable(bytes)
    const request: ReworkRequest = { number: lastNumber, bytes: owned, options }
    thread.postMessage(request, [owned.buffer])
    return waiter.promise
  }

  return {
    rework: async (bytes, options) =>
      bytes.length <= smallBytesMax ? reworkAnswer(bytes, options) : reworkInThread(bytes, options),
    async close() {
      await thread?.terminate()
    },
  }
}

/**
 * Returns the bytes in an ArrayBuffer that can be transferred; the caller must not read them again. Bytes joined from
 * several chunks already have their own buffer.
 */
function toTransferable(bytes: Buffer): Uint8Array<ArrayBuffer> {
  const { buffer } = bytes
  const isOwn = buffer instanceof ArrayBuffer && buffer.byteLength === bytes.length
  return isOwn ? new Uint8Array(buffer) : new Uint8Array(bytes)
}

function toAnswer({ body, usage, model }: NonNullable<ReworkResult['reworked']>): ReworkedAnswer {
  return { body: toBuffer(body), usage: usage && toBuffer(usage), model }
}

function toBuffer({ buffer, byteOffset, length }: Uint8Array<ArrayBuffer>): Buffer {
  return Buffer.from(buffer, byteOffset, length)
}
