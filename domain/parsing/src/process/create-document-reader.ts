import type { DocumentLimits } from '../limits/document-limits.ts'
import type { DocumentReader } from '../document-reader.ts'
import { readDocument, precheckDocument } from '../read-document.ts'
import type { ReadOutcome } from '../read-outcome.ts'
import { sniffKind } from '../sniff-kind.ts'
import { type ReadingProcess, startReadingProcess } from './start-reading-process.ts'
import { TurnQueue } from './turn-queue.ts'

export type ReaderOptions = {
  limits: DocumentLimits
  /** Number of documents read concurrently, each in a preloaded process. */
  processes: number
  /** Number of documents after which a process is replaced. */
  documentsPerProcess?: number
  /** Number of documents that may wait for a process; further ones are refused as unavailable. */
  waitingMax: number
  /** Starts no process until a document needs one; that document waits for the start. */
  startsLate?: boolean
  /** Reads plain text, which needs no process; the bytes may be transferred. By default it is read immediately. */
  readText?: (bytes: Buffer, owner: string | undefined) => Promise<ReadOutcome>
}

const documentsPerProcess = 50

export function createDocumentReader(options: ReaderOptions): DocumentReader {
  return new ProcessPool(options)
}

class ProcessPool implements DocumentReader {
  readonly #options: ReaderOptions
  readonly #spares: ReadingProcess[] = []
  readonly #busy = new Set<ReadingProcess>()
  readonly #waiting: TurnQueue
  #reading = 0
  #isClosed = false

  constructor(options: ReaderOptions) {
    this.#options = options
    this.#waiting = new TurnQueue(options.waitingMax)
    if (options.startsLate !== true) this.#fillSpares()
  }

  async read(bytes: Uint8Array, owner?: string): Promise<ReadOutcome> {
    const { limits, processes } = this.#options
    const refusal = precheckDocument(bytes, limits)
    if (refusal) return refusal
    if (sniffKind(bytes) === 'text') return this.#readText(bytes, owner)
    const mustWait = this.#reading >= processes
    if (this.#isClosed || (mustWait && !this.#waiting.hasRoom(owner))) return { kind: 'unavailable' }
    if (mustWait) await this.#waiting.wait(owner)
    if (this.#isClosed) return { kind: 'unavailable' }
    this.#reading += 1
    try {
      return await this.#readInProcess(bytes)
    } finally {
      this.#reading -= 1
      this.#waiting.next()
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true
    this.#waiting.releaseAll()
    await Promise.all([...this.#spares.splice(0), ...this.#busy].map((reader) => reader.stop()))
  }

  /** Plain text needs no parser that could be exploited, hence no separate process. */
  #readText(bytes: Uint8Array, owner: string | undefined): Promise<ReadOutcome> {
    const { limits, readText } = this.#options
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
    if (readText) return readText(text, owner)
    return readDocument(text, {
      limits,
      readPdf: () => Promise.reject(new Error('no PDF')),
    })
  }

  async #readInProcess(bytes: Uint8Array): Promise<ReadOutcome> {
    const reader = this.#takeSpare()
    this.#busy.add(reader)
    try {
      await reader.ready
      const outcome = await reader.read(bytes)
      return this.#isClosed && outcome.kind === 'refused' ? { kind: 'unavailable' } : outcome
    } finally {
      this.#busy.delete(reader)
      if (reader.isUsable() && !this.#isClosed) this.#spares.push(reader)
      else await reader.stop()
      this.#fillSpares()
    }
  }

  /** A spare process may have been killed from outside while idle. */
  #takeSpare(): ReadingProcess {
    for (;;) {
      const spare = this.#spares.shift()
      if (spare === undefined) return this.#start()
      if (spare.isUsable()) return spare
    }
  }

  #start(): ReadingProcess {
    const { limits, documentsPerProcess: documentsMax = documentsPerProcess } = this.#options
    return startReadingProcess({ limits, documentsMax })
  }

  #fillSpares(): void {
    while (!this.#isClosed && this.#spares.length + this.#busy.size < this.#options.processes) {
      this.#spares.push(this.#start())
    }
  }
}
