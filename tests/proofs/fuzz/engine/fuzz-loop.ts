// Runs a check on mutated inputs and keeps those that took a branch that no input had taken before.
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Random } from '../../kit/seeded-random.ts'
import type { CoverageMap } from './coverage-map.ts'
import { describeCrash, shrinkInput } from './describe-crash.ts'
import { mutateInput } from './mutate-input.ts'
import type { Check } from './surface.ts'

export const hangMs = 1_000
const corpusMax = 4_000
const executionsPerTurn = 500

export type Finding = { kind: 'crash' | 'slow'; input: Uint8Array; message: string }

export type FuzzLoopOptions = {
  check: Check
  coverage: CoverageMap
  random: Random
  seeds: readonly Buffer[]
  words: readonly Buffer[]
  bytesMax: number
  findingsMax: number
  isOver(executions: number): boolean
  onBegin(input: Buffer): void
  onKept(input: Buffer): void
  onFinding(finding: Finding): void
}

export class FuzzLoop {
  executions = 0
  crashes = 0
  readonly #options: FuzzLoopOptions
  readonly #corpus: Buffer[] = []
  readonly #crashKinds = new Set<string>()

  constructor(options: FuzzLoopOptions) {
    this.#options = options
  }

  get corpusSize(): number {
    return this.#corpus.length
  }

  async run(): Promise<void> {
    const { seeds, isOver, findingsMax } = this.#options
    for (const seed of seeds) await this.#execute(seed)
    while (!isOver(this.executions) && this.#crashKinds.size < findingsMax) {
      await this.#execute(this.#next())
      // Rejections that no code handles are reported only between turns of the event loop.
      if (this.executions % executionsPerTurn === 0) await nextTurn()
    }
  }

  /** The smallest inputs that together take every branch that the corpus takes. */
  async distil(): Promise<Buffer[]> {
    const { coverage, seeds } = this.#options
    coverage.forget()
    for (const seed of seeds) await this.#measure(seed)
    const kept: Buffer[] = []
    for (const input of this.#corpus.toSorted((one, other) => one.length - other.length))
      if ((await this.#measure(input)) > 0) kept.push(input)
    return kept
  }

  #next(): Buffer {
    const { random, words, bytesMax, seeds } = this.#options
    const pick = () => {
      // Prefers what was found last, from which the next branch is usually one change away.
      const { length } = this.#corpus
      const place = random.fraction() < 0.5 ? random.fraction() : 1 - random.fraction() ** 2
      return this.#corpus[Math.floor(place * length)] ?? seeds[0] ?? Buffer.alloc(0)
    }
    return mutateInput(pick(), { random, bytesMax, words, other: pick })
  }

  async #execute(input: Buffer): Promise<void> {
    const { onFinding, onKept } = this.#options
    const startedMs = performance.now()
    const { isNew, thrown } = await this.#try(input)
    const tookMs = performance.now() - startedMs
    this.executions += 1
    if (thrown) await this.#report(input, thrown.error)
    else if (isNew && this.#corpus.length < corpusMax) {
      this.#corpus.push(input)
      onKept(input)
    }
    if (tookMs > hangMs) onFinding({ kind: 'slow', input, message: `took ${tookMs.toFixed(0)} ms` })
  }

  async #measure(input: Buffer): Promise<number> {
    const before = this.#options.coverage.features
    await this.#try(input)
    return this.#options.coverage.features - before
  }

  async #try(input: Buffer): Promise<{ isNew: boolean; thrown?: { error: unknown } }> {
    const { check, coverage, onBegin } = this.#options
    onBegin(input)
    coverage.begin()
    try {
      const pending = check(input)
      if (pending) await pending
      return { isNew: coverage.takeNew() > 0 }
    } catch (error) {
      return { isNew: coverage.takeNew() > 0, thrown: { error } }
    }
  }

  async #report(input: Buffer, error: unknown): Promise<void> {
    this.crashes += 1
    const { kind, message } = describeCrash(error)
    if (this.#crashKinds.has(kind)) return
    this.#crashKinds.add(kind)
    const small = await shrinkInput(input, async (candidate) => {
      const { thrown } = await this.#try(candidate)
      return thrown !== undefined && describeCrash(thrown.error).kind === kind
    })
    this.#options.onFinding({ kind: 'crash', input: small, message })
  }
}
