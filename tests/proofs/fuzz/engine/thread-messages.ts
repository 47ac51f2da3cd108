import type { Finding } from './fuzz-loop.ts'

export type Budget = {
  executionsMax: number
  /** Time on a core. It ends the run only if an execution takes longer than a millisecond, unless `isTimeEnough`. */
  cpuMsMax: number
  isTimeEnough: boolean
  /** A surface with this many kinds of crashes is broken; more inputs would say nothing new. */
  findingsMax: number
}

export type ThreadTask = {
  surfaceFile: string
  inputs: readonly Uint8Array[]
  /** Undefined runs only the inputs. */
  fuzz: { seed: string; budget: Budget; distil: boolean } | undefined
  shared: SharedArrayBuffer
}

export type ThreadReport = {
  executions: number
  crashes: number
  cpuMs: number
  corpusSize: number
  features: number
}

export type ThreadMessage =
  | { kind: 'kept'; input: Uint8Array }
  | { kind: 'finding'; finding: Finding }
  | { kind: 'progress'; report: ThreadReport }
  | {
      kind: 'ended'
      report: ThreadReport
      distilled: readonly Uint8Array[]
      /** The surface and the product's modules that it runs, as URLs. */
      files: readonly string[]
    }

const headerBytes = 8

/** The input that a thread is working on, readable by another thread while the first one hangs or has died. */
export class CurrentInput {
  static readonly bytesMax = 1 << 20
  readonly shared: SharedArrayBuffer
  readonly #header: Int32Array
  readonly #bytes: Uint8Array

  constructor(shared = new SharedArrayBuffer(headerBytes + CurrentInput.bytesMax)) {
    this.shared = shared
    this.#header = new Int32Array(shared, 0, 2)
    this.#bytes = new Uint8Array(shared, headerBytes)
  }

  /** Number of executions that have begun. */
  get begun(): number {
    return Atomics.load(this.#header, 0)
  }

  begin(input: Buffer): void {
    this.#bytes.set(input)
    Atomics.store(this.#header, 1, input.length)
    Atomics.add(this.#header, 0, 1)
  }

  read(): Buffer {
    return Buffer.from(this.#bytes.slice(0, Atomics.load(this.#header, 1)))
  }
}
