// Reworks answers: small ones at once, large ones in a thread, because the event loop would stand still for a fifth of a
// second for an answer of 33 MiB, and every other company's calls with it.
import { Worker } from 'node:worker_threads'
import type { Logger } from '@gatehouse/telemetry/create-logger'
import { type ReworkOptions, type ReworkedAnswer, reworkAnswer } from './rework-answer.ts'
import type { ReworkOrder, ReworkReport } from './rework-thread.ts'

/** The bytes must not be read again afterwards. */
export type Rework = (bytes: Buffer, options: ReworkOptions) => Promise<ReworkedAnswer | undefined>

// Takes about as long as handing it over.
const smallBytesMax = 524_288

type Waiter = PromiseWithResolvers<ReworkedAnswer | undefined>

export function createRework({ logger }: { logger: Logger }): { rework: Rework; close(): Promise<void> } {
  const waiting = new Map<number, Waiter>()
  let thread: Worker | undefined
  let lastNumber = 0

  /** Started when it is needed first; most gateways never do. */
  function startThread(): Worker {
    const started = new Worker(new URL('rework-thread.ts', import.meta.url))
    // Alone it must not keep a process alive that wants to end.
    started.unref()
    started.on('message', ({ number, reworked }: ReworkReport) => {
      const waiter = waiting.get(number)
      waiting.delete(number)
      waiter?.resolve(reworked && toAnswer(reworked))
    })
    started.on('error', (error) => {
      logger.error('the thread that reworks large answers failed', { error })
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
    const owned = inOwnMemory(bytes)
    const order: ReworkOrder = { number: lastNumber, bytes: owned, options }
    thread.postMessage(order, [owned.buffer])
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

/** To be handed over: the caller must not read the bytes again. What came in several chunks is in memory of its own already. */
function inOwnMemory(bytes: Buffer): Uint8Array<ArrayBuffer> {
  const { buffer } = bytes
  const isOwn = buffer instanceof ArrayBuffer && buffer.byteLength === bytes.length
  return isOwn ? new Uint8Array(buffer) : new Uint8Array(bytes)
}

function toAnswer({ body, usage, model }: NonNullable<ReworkReport['reworked']>): ReworkedAnswer {
  return { body: toBuffer(body), usage: usage && toBuffer(usage), model }
}

function toBuffer({ buffer, byteOffset, length }: Uint8Array<ArrayBuffer>): Buffer {
  return Buffer.from(buffer, byteOffset, length)
}
