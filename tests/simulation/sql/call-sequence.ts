// Two companies and two processes whose calls are held, retried, charged, delivered and returned, in Postgres and in the
// model: every answer and every row must then be equal.
import assert from 'node:assert/strict'
import type { AnswerRecord, CallEnd, FinishedCall } from '@gatehouse/calls/call'
import type { LaneMarks } from '@gatehouse/credits/delivery-marks'
import { type AnswerClaim, claimAnswer, dropClaim } from '@gatehouse/credits/stored-answers'
import { budgetScopes } from '@gatehouse/limits/budgets'
import type { AskedHold, Hold } from '@gatehouse/limits/hold'
import type { Clock } from '@gatehouse/runtime/clock'
import type { Ids } from '@gatehouse/runtime/ids'
import type { OpenTestDatabase } from '@gatehouse/testkit/vitest/open-test-database'
import { Random } from '../engine/random.ts'
import { Tables } from '../servers/tables.ts'
import { type CallSide, openModelSide, openRealSide } from './call-sides.ts'
import { toTimeStep } from './read-call-rows.ts'

const aliases = ['svc/chat-default', 'an "alias", with {everything} \\ in it']
const bodies = [Buffer.from('one'), Buffer.from('other')]
const usage = { promptTokens: 3, cachedTokens: 1, completionTokens: 2 }
/** Until the deadline: far ahead, near, passed, and so long ago that the process counts as dead. */
const remainingMs = [1_200_000, 600_000, -5_000, -800_000]

type Kind = 'place' | 'keep' | 'remove' | 'findDead' | 'snapshot' | 'claim' | 'drop' | 'settle' | LaterKind
type LaterKind = 'mark' | 'deliver' | 'reap' | 'giveBack' | 'grant'
const kinds: readonly Kind[] = [
  ...(['place', 'place', 'keep', 'remove', 'findDead', 'snapshot', 'claim', 'claim', 'drop'] as const),
  ...(['settle', 'settle', 'settle', 'mark', 'deliver', 'reap', 'giveBack', 'grant'] as const),
]

type Known = FinishedCall & { idempotencyKey?: string; bodyHash?: Buffer }

export class CallSequence {
  readonly #seed: number
  readonly #random: Random
  readonly #ids: Ids
  readonly #sides: readonly [CallSide, CallSide]
  readonly #companyIds: readonly string[]
  readonly #keyIds: readonly string[]
  readonly #processIds: readonly string[]
  readonly #calls: Known[] = []
  readonly #done: string[] = []
  #version = 0n

  constructor(seed: number, opened: OpenTestDatabase, { clock, ids }: { clock: Clock; ids: Ids }) {
    this.#seed = seed
    this.#random = new Random(seed)
    this.#ids = ids
    this.#sides = [openRealSide(opened, ids), openModelSide(new Tables(), clock)]
    const mint = () => [ids.uuid(), ids.uuid()]
    this.#companyIds = mint()
    this.#keyIds = mint()
    this.#processIds = mint()
  }

  /** Runs one operation on both sides. Throws, with the whole sequence in the message, if they then differ. */
  async step(): Promise<Kind> {
    const kind = this.#random.pick(kinds)
    try {
      await this.#perform(kind)
      await this.#bothAre((side) => side.readRows(this.#companyIds, this.#processIds))
    } catch (thrown) {
      const story = [`sequence ${this.#seed}, operation ${this.#done.length}:`, ...this.#done].join('\n')
      throw new Error(story, { cause: thrown })
    }
    return kind
  }

  #perform(kind: Kind): Promise<unknown> {
    switch (kind) {
      case 'place':
        return this.#place()
      case 'keep':
        return this.#keep()
      case 'remove':
        return this.#remove()
      case 'findDead':
        return this.#findDead()
      case 'snapshot':
        return this.#readSnapshot()
      case 'claim':
        return this.#claim()
      case 'drop':
        return this.#drop()
      case 'settle':
        return this.#settle()
      case 'mark':
        return this.#mark()
      case 'deliver':
        return this.#deliver()
      case 'reap':
        return this.#reap()
      case 'giveBack':
        return this.#giveBack()
      case 'grant':
        return this.#grant()
    }
  }

  /** Several at a time, which go into one statement. */
  #place(): Promise<unknown> {
    const some = Array.from({ length: this.#random.between(1, 4) }, () => this.#asked())
    const asked = distinct(some, ({ hold }) => hold.callId)
    this.#note('place', asked)
    return this.#bothAre((side) => Promise.all(asked.map((one) => side.holds.place(one))))
  }

  #asked(): AskedHold {
    const random = this.#random
    const hasBudgets = random.chance(0.5)
    const scopes = budgetScopes.filter(() => random.chance(0.5))
    const limits = scopes.map((scope) => [scope, BigInt(random.between(0, 60))] as const)
    return {
      hold: this.#hold(random.chance(0.2) ? this.#known() : undefined),
      isForced: random.chance(0.3),
      ...(hasBudgets && { budgets: Object.fromEntries(limits) }),
    }
  }

  #keep(): Promise<unknown> {
    const holds = Array.from({ length: this.#random.between(1, 3) }, () =>
      this.#hold(this.#random.chance(0.6) ? this.#known() : undefined),
    )
    const kept = distinct(holds, ({ callId }) => callId)
    this.#note('keep', kept)
    return this.#bothAre((side) => side.holds.keep(kept))
  }

  #remove(): Promise<unknown> {
    const callIds = [this.#known()?.id ?? this.#ids.uuid(), this.#ids.uuid()]
    this.#note('remove', callIds)
    return this.#bothAre((side) => side.holds.remove(callIds))
  }

  #findDead(): Promise<unknown> {
    this.#note('findDead', {})
    return this.#bothAre(async (side) => {
      const own = (await side.holds.findDead()).filter(({ companyId }) =>
        this.#companyIds.includes(companyId),
      )
      return own.map(describeHold).sort(byCallId)
    })
  }

  #readSnapshot(): Promise<unknown> {
    const random = this.#random
    const companyId = random.pick(this.#companyIds)
    const callIds = this.#calls.filter(() => random.chance(0.3)).map(({ id }) => id)
    const scopes = budgetScopes.filter(() => random.chance(0.6))
    const budgets =
      scopes.length > 0
        ? { scopes, keyId: random.pick(this.#keyIds), alias: random.pick(aliases) }
        : undefined
    this.#note('snapshot', { companyId, callIds, budgets })
    return this.#bothAre(async (side) => {
      const { holds, closedCallIds, version, spent, ...rest } = await side.readSnapshot(
        companyId,
        callIds,
        budgets,
      )
      return {
        ...rest,
        version: withoutTimeline(version),
        holds: holds.map(describeHold).sort(byCallId),
        closedCallIds: closedCallIds.toSorted(),
        spent: spent && { ...spent, monthEndsInMs: toTimeStep(spent.monthEndsInMs / 100) },
      }
    })
  }

  #claim(): Promise<unknown> {
    const random = this.#random
    const call = this.#newCall()
    const idempotencyKey = `key ${random.below(3)}`
    const bodyHash = random.pick(bodies)
    const claim: AnswerClaim = {
      companyId: call.companyId,
      keyId: call.keyId,
      idempotencyKey,
      bodyHash,
      callId: call.id,
      claimMs: random.pick([600_000, -5_000]),
    }
    this.#calls.push({ ...call, idempotencyKey, bodyHash })
    this.#note('claim', claim)
    return this.#bothAre(async (side) => {
      const outcome = await claimAnswer(side.postgres, claim)
      // The model does not count bytes.
      if (outcome.kind === 'claimed') return { kind: outcome.kind }
      if (outcome.kind === 'running') return { kind: outcome.kind, left: toTimeStep(outcome.retryAfterMs) }
      return outcome
    })
  }

  #drop(): Promise<unknown> {
    const callId = this.#known()?.id ?? this.#ids.uuid()
    this.#note('drop', callId)
    return this.#bothAre((side) => dropClaim(side.postgres, callId))
  }

  #settle(): Promise<unknown> {
    const random = this.#random
    const size = random.chance(0.3) ? random.between(8, 16) : random.between(1, 5)
    const own = this.#calls.filter(() => random.chance(0.3)).slice(0, size)
    const fresh = Array.from({ length: random.between(own.length > 0 ? 0 : 1, size) }, () => this.#newCall())
    this.#calls.push(...fresh)
    const calls = [...own, ...fresh].map((call) => this.#finished(call))
    const marks = this.#marks(calls)
    this.#note('settle', { calls, marks })
    return this.#bothAre(async (side) => {
      const outcome = await side.settle(calls, marks)
      if (outcome.kind === 'known') return outcome.calls.toSorted(byId)
      return outcome.accounts
        .map(({ companyId, balanceMicros, version }) => [companyId, balanceMicros, withoutTimeline(version)])
        .sort(([left = ''], [right = '']) => (left < right ? -1 : 1))
    })
  }

  #mark(): Promise<unknown> {
    const marks = this.#marks(this.#calls.filter(() => this.#random.chance(0.2)))
    this.#note('mark', marks)
    return this.#bothAre((side) => side.writeMarks(marks))
  }

  #deliver(): Promise<unknown> {
    const callIds = this.#calls.filter(() => this.#random.chance(0.2)).map(({ id }) => id)
    const deliveries = {
      processId: this.#random.pick(this.#processIds),
      version: this.#nextVersion(),
      callIds,
    }
    this.#note('deliver', deliveries)
    return this.#bothAre((side) => side.writeDeliveries(deliveries))
  }

  /** Returns the charges of a lane, by its current version or by an earlier one, which returns nothing. */
  async #reap(): Promise<unknown> {
    const lane = { processId: this.#random.pick(this.#processIds), lane: this.#random.below(2) }
    const isEarlier = this.#random.chance(0.3)
    this.#note('reap', { ...lane, isEarlier })
    return this.#bothAre(async (side) => {
      const found = await side.findMarks()
      const own = found
        .filter(({ processId }) => this.#processIds.includes(processId))
        .map((marks) => `${marks.processId} ${marks.lane} ${marks.version}`)
      const row = found.find(({ processId, lane: at }) => processId === lane.processId && at === lane.lane)
      const version = (row?.version ?? 0n) - (isEarlier ? 1n : 0n)
      return { found: own.sort(), returned: await side.returnUndelivered({ ...lane, version }) }
    })
  }

  #giveBack(): Promise<unknown> {
    const charged = this.#calls.filter(({ end }) => end.kind === 'succeeded' && end.chargedMicros > 0n)
    const call = charged.length > 0 ? this.#random.pick(charged) : undefined
    this.#note('giveBack', call?.id)
    return this.#bothAre(async (side) => {
      if (call?.end.kind !== 'succeeded') return undefined
      const rows = await side.readRows([call.companyId], [])
      // A gateway gives back only what it charged.
      if (!JSON.stringify(rows.ledgers).includes(call.id)) return 'not charged'
      return side.returnCharge({ ...call, chargedMicros: call.end.chargedMicros })
    })
  }

  #grant(): Promise<unknown> {
    const amountMicros = BigInt(this.#random.between(1, 80))
    const owner = { id: this.#random.pick(this.#companyIds), kind: 'COMPANY' } as const
    const businessKey = `grant:${this.#ids.uuid()}` as const
    this.#note('grant', { owner, amountMicros })
    return this.#bothAre((side) =>
      side.post({ kind: 'grant', type: 'PROMO', owner, businessKey, amountMicros }),
    )
  }

  #finished({ bodyHash: _bodyHash, idempotencyKey, ...call }: Known): FinishedCall {
    const hasAnswer = idempotencyKey !== undefined && call.end.kind !== 'failed'
    return hasAnswer ? { ...call, answer: this.#answer(call.id) } : call
  }

  #newCall(): Known {
    const random = this.#random
    return {
      id: this.#ids.uuid(),
      companyId: random.pick(this.#companyIds),
      keyId: random.pick(this.#keyIds),
      alias: random.pick(aliases),
      operation: 'chat',
      end: this.#end(),
      heldMicros: BigInt(random.below(20)),
      durationMs: random.below(5_000),
    }
  }

  #end(): CallEnd {
    const dice = this.#random.below(8)
    if (dice === 0) return { kind: 'failed', reason: 'no_usage' }
    if (dice === 1) return { kind: 'parked', reason: 'price_missing', usage }
    return { kind: 'succeeded', usage, priceVersion: 1n, chargedMicros: BigInt(this.#random.below(15)) }
  }

  #answer(callId: string): AnswerRecord {
    if (this.#random.chance(0.2)) return { notKept: 'too_large' }
    return { contentType: 'application/json', body: Buffer.from(`answer of ${callId}`) }
  }

  #hold(known: Known | undefined): Hold {
    const random = this.#random
    const { id, companyId, keyId, alias } = known ?? this.#newCall()
    return {
      callId: id,
      companyId,
      keyId,
      operation: 'chat',
      alias,
      estimateMicros: BigInt(random.between(0, 25)),
      reservedTokens: random.below(100),
      remainingMs: random.pick(remainingMs),
    }
  }

  #marks(calls: readonly { id: string }[]): LaneMarks {
    return {
      processId: this.#random.pick(this.#processIds),
      lane: this.#random.below(2),
      // Sometimes older than what is there.
      version: this.#random.chance(0.2) ? 1n : this.#nextVersion(),
      callIds: this.#random.chance(0.2) ? undefined : calls.map(({ id }) => id),
    }
  }

  #nextVersion(): bigint {
    this.#version += 2n
    return this.#version
  }

  #known(): Known | undefined {
    return this.#calls.length > 0 ? this.#random.pick(this.#calls) : undefined
  }

  async #bothAre(act: (side: CallSide) => Promise<unknown>): Promise<void> {
    const [real, model] = this.#sides
    const outcomeOf = (side: CallSide) => act(side).catch((thrown: unknown) => ({ thrown: codeOf(thrown) }))
    assert.deepEqual(await outcomeOf(model), await outcomeOf(real))
  }

  #note(what: string, details: unknown): void {
    const write = (_key: string, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value)
    this.#done.push(`${what} ${JSON.stringify(details, write)}`)
  }
}

/** The bits above are the timeline of the database, which the model does not have. */
function withoutTimeline(version: bigint): bigint {
  return BigInt.asUintN(40, version)
}

/** A call is named once in a statement. */
function distinct<T>(items: readonly T[], keyOf: (item: T) => string): T[] {
  return [...new Map(items.map((item) => [keyOf(item), item])).values()]
}

function describeHold({ remainingMs: leftMs, ...hold }: Hold): Omit<Hold, 'remainingMs'> & { left: number } {
  return { ...hold, left: toTimeStep(leftMs) }
}

function byCallId(left: { callId: string }, right: { callId: string }): number {
  return left.callId < right.callId ? -1 : 1
}

function byId(left: { id: string }, right: { id: string }): number {
  return left.id < right.id ? -1 : 1
}

/** What the product recognises a refusal by; any other error is shown as it is. */
function codeOf(thrown: unknown): unknown {
  return thrown instanceof Error && 'code' in thrown ? thrown.code : thrown
}
