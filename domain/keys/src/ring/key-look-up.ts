// Asks the database about keys: what is asked for in one turn of the event loop goes in one statement, and while
// enough statements are on their way the next one gathers.
import type { Clock } from '@gatehouse/runtime/clock'
import type { Logger } from '@gatehouse/telemetry/create-logger'
import type { CallerKey, FindKeys, FoundKey } from '../found-key.ts'
import { keysUnavailable } from '../key-faults.ts'

/** `readAtMs` is when the question was sent: what happened later may not be in the answer. */
export type LookedUp = { key: CallerKey | undefined; readAtMs: number }

export type KeyLookUpDeps = { clock: Pick<Clock, 'monotonicMs'>; logger: Logger; findKeys: FindKeys }

type Question = {
  hashes: readonly Buffer[]
  ids: readonly string[]
  waiter: PromiseWithResolvers<LookedUp>
}

type Statement = { questions: readonly Question[]; distrusted: Set<string> }

const runningMax = 2
const questionsPerStatementMax = 500

export class KeyLookUp {
  readonly #deps: KeyLookUpDeps
  readonly #running = new Set<Statement>()
  #waiting: Question[] = []
  #isScheduled = false
  #isReported = false
  #statements = 0

  constructor(deps: KeyLookUpDeps) {
    this.#deps = deps
  }

  get statements(): number {
    return this.#statements
  }

  byHashes(hashes: readonly Buffer[]): Promise<LookedUp> {
    return this.#ask({ hashes, ids: [] })
  }

  byId(keyId: string): Promise<LookedUp> {
    return this.#ask({ hashes: [], ids: [keyId] })
  }

  /** The key, or its company, has changed. An answer that is on its way may be from before that, so it is asked again. */
  distrust(id: string): void {
    for (const { distrusted } of this.#running) distrusted.add(id)
  }

  #ask(about: Omit<Question, 'waiter'>): Promise<LookedUp> {
    const waiter = Promise.withResolvers<LookedUp>()
    this.#waiting.push({ ...about, waiter })
    this.#schedule()
    return waiter.promise
  }

  #schedule(): void {
    if (this.#isScheduled || this.#waiting.length === 0 || this.#running.size >= runningMax) return
    this.#isScheduled = true
    // After what the sockets have brought in this turn; a microtask would run after each of them.
    setImmediate(() => {
      this.#isScheduled = false
      void this.#send()
    })
  }

  async #send(): Promise<void> {
    const questions = this.#waiting.slice(0, questionsPerStatementMax)
    this.#waiting = this.#waiting.slice(questions.length)
    const statement: Statement = { questions, distrusted: new Set() }
    this.#running.add(statement)
    this.#schedule()
    const readAtMs = this.#deps.clock.monotonicMs()
    try {
      this.#statements += 1
      const found = await this.#deps.findKeys({
        hashes: questions.flatMap(({ hashes }) => hashes),
        ids: [...new Set(questions.flatMap(({ ids }) => ids))],
      })
      this.#report(undefined)
      this.#answer(statement, found, readAtMs)
    } catch (thrown) {
      this.#report(thrown)
      this.#refuse(questions, thrown)
    } finally {
      this.#running.delete(statement)
      this.#schedule()
    }
  }

  #answer({ questions, distrusted }: Statement, found: readonly FoundKey[], readAtMs: number): void {
    const byName = new Map<string, CallerKey>()
    for (const { key, hash } of found) byName.set(key.id, key).set(hash.toString('latin1'), key)
    for (const question of questions) {
      const names = [...question.ids, ...question.hashes.map((hash) => hash.toString('latin1'))]
      const key = names.map((name) => byName.get(name)).find((candidate) => candidate !== undefined)
      if (key && isDoubtful(key, distrusted)) this.#waiting.push(question)
      else question.waiter.resolve({ key, readAtMs })
    }
  }

  /** Those who waited behind it are told too: they would only wait for the same again. */
  #refuse(questions: readonly Question[], thrown: unknown): void {
    const fault = keysUnavailable(thrown)
    for (const { waiter } of [...questions, ...this.#waiting.splice(0)]) waiter.reject(fault)
  }

  /** Once when it begins and once when it is over. */
  #report(error: unknown): void {
    const hasFailed = error !== undefined
    if (hasFailed === this.#isReported) return
    this.#isReported = hasFailed
    if (hasFailed) this.#deps.logger.error('keys cannot be read; calls are refused as unavailable', { error })
    else this.#deps.logger.info('keys can be read again')
  }
}

/** What is revoked stays revoked, whenever it was read. */
function isDoubtful({ id, companyId, revokedAt }: CallerKey, distrusted: ReadonlySet<string>): boolean {
  return revokedAt === null && (distrusted.has(id) || distrusted.has(companyId))
}
