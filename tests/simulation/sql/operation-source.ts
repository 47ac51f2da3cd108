// Generates random operations on a handful of accounts: grants, removals, repeated facts, and batches with and without
// calls that are already closed.
import type { CallEnd, FinishedCall } from '@gatehouse/calls/call'
import type { Transfer } from '@gatehouse/credits/transfer'
import type { Ids } from '@gatehouse/runtime/ids'
import type { Random } from '../engine/random.ts'

export type Operation =
  | { kind: 'transfer'; transfer: Transfer }
  | { kind: 'settle'; calls: readonly FinishedCall[] }

/** The operations of a sequence so far, for repeating or referring to them. */
export type History = {
  readonly companyIds: readonly string[]
  readonly keyIds: readonly string[]
  readonly transfers: Transfer[]
  readonly calls: FinishedCall[]
}

export class OperationSource {
  readonly #random: Random
  readonly #ids: Ids

  constructor(random: Random, ids: Ids) {
    this.#random = random
    this.#ids = ids
  }

  startHistory(): History {
    const mint = (count: number) => Array.from({ length: count }, () => this.#ids.uuid())
    return {
      companyIds: mint(this.#random.between(1, 3)),
      keyIds: mint(2),
      transfers: [],
      calls: [],
    }
  }

  next(history: History, nowMs: number): Operation {
    const dice = this.#random.below(100)
    if (dice < 45) return { kind: 'settle', calls: this.#calls(history) }
    return { kind: 'transfer', transfer: this.#transfer(history, nowMs, dice) }
  }

  #transfer(history: History, nowMs: number, dice: number): Transfer {
    const random = this.#random
    if (dice < 55 && history.transfers.length > 0) {
      // The same fact again, sometimes with another amount or for another company: only its key matters.
      const known = random.pick(history.transfers)
      const owner = random.chance(0.2) ? this.#owner(history) : known.owner
      return { ...known, owner, amountMicros: known.amountMicros + BigInt(random.below(2)) }
    }
    const transfer = dice < 80 ? this.#grant(history, nowMs) : this.#removal(history)
    history.transfers.push(transfer)
    return transfer
  }

  #grant(history: History, nowMs: number): Transfer {
    const random = this.#random
    const type = random.pick([
      'PACK_PURCHASE',
      'SUBSCRIPTION_GRANT',
      'PROMO',
      'ADJUSTMENT',
      'REFUND',
    ] as const)
    return {
      kind: 'grant',
      type,
      owner: this.#owner(history),
      businessKey: `grant:${this.#ids.uuid()}`,
      amountMicros: this.#amount(),
      // Some have expired before they arrive, most expire while the test runs, and some expire at the same instant.
      ...(random.chance(0.7) && { expiresAt: new Date(nowMs + 500 * random.between(-2, 16)) }),
    }
  }

  #removal(history: History): Transfer {
    const random = this.#random
    const grants = history.transfers.filter(({ kind }) => kind === 'grant')
    const named = grants.length > 0 && random.chance(0.6) ? random.pick(grants) : undefined
    return {
      kind: 'removal',
      type: random.pick(['REFUND', 'ADJUSTMENT'] as const),
      owner: named && random.chance(0.9) ? named.owner : this.#owner(history),
      businessKey: `removal:${this.#ids.uuid()}`,
      amountMicros: this.#amount(),
      ...(named && { firstFromLotOf: named.businessKey }),
    }
  }

  #calls(history: History): FinishedCall[] {
    const random = this.#random
    // Some batches are too large for the statement that settles small batches.
    const size = random.chance(0.4) ? random.between(8, 16) : random.between(1, 6)
    const fresh = Array.from({ length: size }, () => this.#call(history))
    const known = random.chance(0.25) && history.calls.length > 0 ? [random.pick(history.calls)] : []
    history.calls.push(...fresh)
    return [...fresh, ...known].sort(() => (random.chance(0.5) ? 1 : -1))
  }

  #call(history: History): FinishedCall {
    const random = this.#random
    return {
      id: this.#ids.uuid(),
      companyId: random.pick(history.companyIds),
      keyId: random.pick(history.keyIds),
      alias: random.pick(['svc/chat-default', 'an "alias", with {everything} \\ in it']),
      operation: 'chat',
      end: this.#end(),
      heldMicros: this.#amount(),
      durationMs: random.between(0, 5_000),
    }
  }

  #end(): CallEnd {
    const random = this.#random
    const promptTokens = random.between(0, 1_000)
    const usage = {
      promptTokens,
      cachedTokens: random.between(0, promptTokens),
      completionTokens: random.below(1_000),
    }
    const dice = random.below(10)
    if (dice === 0) return { kind: 'parked', reason: 'price_missing', usage }
    if (dice === 1) return { kind: 'failed', reason: 'no_usage' }
    if (dice === 2) return { kind: 'failed', reason: 'settle_unavailable', usage }
    const chargedMicros = random.chance(0.1) ? 0n : this.#amount() / BigInt(random.between(1, 4))
    return { kind: 'succeeded', usage, priceVersion: 1n, chargedMicros }
  }

  #owner({ companyIds }: History): Transfer['owner'] {
    return { id: this.#random.pick(companyIds), kind: 'COMPANY' }
  }

  /** Small, so that lots are sometimes used up exactly; occasionally above what a JavaScript number can represent. */
  #amount(): bigint {
    const amount = BigInt(this.#random.between(1, 20))
    return this.#random.chance(0.05) ? amount * 1_000_000_000_000_003n : amount
  }
}
