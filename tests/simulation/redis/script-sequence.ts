// A company to which the same random facts happen in a real Redis and in the simulated one.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import type { CallToAdmit, ReleasedCall } from '@gatehouse/limits/admission'
import { type CompanyScripts, openCompanyStore } from '@gatehouse/limits/company-store'
import type { Hold } from '@gatehouse/limits/hold'
import type { RedisClient } from '@gatehouse/redis/redis-client'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { Random } from '../engine/random.ts'
import type { RedisData } from './redis-data.ts'
import { scriptsBySha } from './scripts.ts'

type Store = ReturnType<typeof openCompanyStore>
type AccountSnapshot = NonNullable<Parameters<Store['update']>[0]['snapshot']>

const clock = createSystemClock()
/** The clocks of this process and of the server, on one machine, and the time that a script takes. */
const clockMs = 20
const abandonLimits = { perMinute: 3, sharePercent: 30 }

export class ScriptSequence {
  readonly #random: Random
  readonly #redis: RedisClient
  readonly #data: RedisData
  /** The stores of two processes. */
  readonly #stores: readonly Store[]
  readonly #companyId: string
  readonly #keyIds: readonly string[]
  /** A company with budgets gets no leases. */
  readonly #hasBudgets: boolean
  readonly #calls: CallToAdmit[] = []
  readonly #done: string[] = []
  #version = 0n

  constructor(
    seed: number,
    redis: RedisClient,
    { data, scripts }: { data: RedisData; scripts: CompanyScripts },
  ) {
    this.#random = new Random(seed)
    this.#redis = redis
    this.#data = data
    this.#companyId = `company-${seed}`
    this.#keyIds = ['key-1', 'key-2']
    this.#hasBudgets = this.#random.chance(0.5)
    const recorded = {
      evalsha: (...args: Evalsha) => this.#runOnBoth(args),
      eval: (source: string, ...args: EvalArguments) => this.#loadAndRun(source, args),
    }
    const deps = {
      redis: Object.assign(Object.create(redis) as RedisClient, recorded),
      clock,
      windowMs: this.#random.pick([600, 1_200, 60_000]),
      abandonLimits,
      leaseDroppedAfterMs: this.#random.pick([50, 500, 5_000]),
    }
    this.#stores = [1, 2].map((number) =>
      openCompanyStore({ ...deps, processId: `process-${seed}-${number}` }, scripts),
    )
  }

  get #store(): Store {
    return this.#random.pick(this.#stores)
  }

  /**
   * Runs one operation on both sides. Throws, with the whole sequence in the message, if they then differ. Returns false
   * if a key expired at that moment: the server reads its clock several times while it runs a script, so that both sides
   * may be right. The company then begins anew.
   */
  async step(): Promise<boolean> {
    const startedMs = Date.now()
    const expiries = this.#data.expiries(this.#prefix)
    try {
      await this.#perform()
      await this.#compare()
      return true
    } catch (thrown) {
      expiries.push(...this.#data.expiries(this.#prefix))
      const endedMs = Date.now()
      if (!expiries.some((atMs) => atMs >= startedMs - clockMs && atMs <= endedMs + clockMs))
        throw new Error(this.#done.join('\n'), { cause: thrown })
      await this.#beginAnew()
      return false
    }
  }

  async #beginAnew(): Promise<void> {
    this.#done.length = 0
    await this.#redis.del(...this.#keys)
    for (const key of this.#keys) this.#data.del(key)
  }

  async #perform(): Promise<void> {
    const random = this.#random
    const dice = random.below(100)
    if (dice < 40) await this.#unlessLate(this.#store.admit(this.#call(), random.chance(0.5)))
    else if (dice < 45) await this.#unlessLate(this.#store.preview(this.#call()))
    else if (dice < 50) await this.#unlessLate(this.#store.count(this.#call()))
    else if (dice < 52) await this.#store.beat([])
    else if (dice < 55) await this.#setClockBack()
    else if (dice < 57) await this.#makeOld()
    else if (dice < 75) await this.#unlessLate(this.#lease())
    else await this.#unlessLate(this.#update())
  }

  /** Both sides refuse a command that is too late, which the adapter reports as an error. */
  async #unlessLate(operation: Promise<unknown>): Promise<void> {
    await operation.catch((thrown: unknown) => {
      if (!(thrown instanceof Error) || !thrown.message.includes('too late')) throw thrown
    })
  }

  async #runOnBoth([sha, keyCount, ...args]: Evalsha): Promise<unknown> {
    const keys = args.slice(0, keyCount).map(String)
    const values = args.slice(keyCount).map(String)
    // The argument with the latest time at which the command may run is late now and then.
    const latestAt = { 16: 9, 20: 18, 14: 8 }[values.length]
    if (latestAt !== undefined && this.#random.chance(0.04)) values[latestAt] = '1'
    const answer = (await this.#redis.evalsha(sha, keyCount, ...keys, ...values)) as unknown[]
    this.#data.nowMs = Number(typeof answer[0] === 'string' ? answer[1] : answer[0])
    this.#done.push(`${this.#data.nowMs} ${JSON.stringify([...keys, ...values])} → ${JSON.stringify(answer)}`)
    const script = scriptsBySha.get(sha)
    assert(script, 'the script is not simulated')
    assert.deepEqual(script(this.#data, keys, values), answer)
    return answer
  }

  /** The real server does not have the script yet. */
  async #loadAndRun(source: string, args: EvalArguments): Promise<unknown> {
    await this.#redis.script('LOAD', source)
    return this.#runOnBoth([createHash('sha1').update(source).digest('hex'), ...args])
  }

  #update(): Promise<void> {
    const random = this.#random
    const known = random.chance(0.5) ? this.#snapshot() : undefined
    const balance = { balanceMicros: this.#amount() * 10n, version: this.#nextVersion() }
    return this.#store.update({
      companyId: this.#companyId,
      ...(known ? { snapshot: known } : random.chance(0.6) && { balance }),
      finished: this.#some(this.#calls).map((call) => this.#finished(call)),
      holds: this.#some(this.#calls).map(toHold),
    })
  }

  #lease(): Promise<unknown> {
    const random = this.#random
    const { companyId, keyId, rpmLimit, tpmLimit } = this.#call()
    const amounts = () => ({
      micros: random.chance(0.3) ? 0n : this.#amount(),
      requests: random.below(6),
      tokens: random.below(40),
    })
    const own = this.#calls.filter((call) => call.keyId === keyId)
    return this.#store.lease({
      companyId,
      keyId,
      rpmLimit,
      tpmLimit,
      holds: this.#some(own).map(toHold),
      ended: { requests: random.below(3), tokens: random.below(20) },
      left: amounts(),
      wanted: amounts(),
      reserveMicros: BigInt(random.below(40)),
      processCount: random.between(1, 3),
    })
  }

  #finished(call: CallToAdmit): ReleasedCall & { hold?: CallToAdmit } {
    const random = this.#random
    const isCharged = random.chance(0.6)
    return {
      callId: call.callId,
      ...(random.chance(0.7) && { tokensUsed: random.below(30) }),
      ...(random.chance(0.4) && { stream: random.pick(['completed', 'abandoned'] as const) }),
      ...(random.chance(0.8) && {
        charge: isCharged
          ? { micros: this.#amount(), version: this.#nextVersion() }
          : { micros: 0n, version: 0n },
      }),
      ...(call.budgets && { hold: call }),
    }
  }

  #snapshot(): AccountSnapshot {
    const random = this.#random
    const { keyId, alias } = this.#call()
    const scopes = (['company', 'key', 'alias'] as const).filter(() => random.chance(0.6))
    const micros = Object.fromEntries(scopes.map((scope) => [scope, this.#amount()]))
    return {
      balanceMicros: this.#amount() * 10n - BigInt(random.below(50)),
      version: this.#nextVersion(),
      isFrozen: random.chance(0.05),
      isPostpaid: random.chance(0.1),
      overdueInMs: null,
      validForMs: random.pick([null, 0, 300, 2_000]),
      closedCallIds: this.#some(this.#calls).map(({ callId }) => callId),
      holds: [],
      ...(random.chance(0.6) && {
        spent: { scopes, keyId, alias, micros, monthEndsInMs: random.pick([200, 1_000, 60_000]) },
      }),
    }
  }

  #call(): CallToAdmit {
    const random = this.#random
    if (this.#calls.length > 0 && random.chance(0.25)) return random.pick(this.#calls)
    const limit = () => (random.chance(0.5) ? this.#amount() * 10n : undefined)
    const [company, key, alias] = [limit(), limit(), limit()]
    const call = {
      callId: `call-${this.#calls.length}`,
      companyId: this.#companyId,
      keyId: random.pick(this.#keyIds),
      operation: 'chat' as const,
      alias: random.pick(['svc/chat', 'two words']),
      estimateMicros: random.chance(0.1) ? 0n : this.#amount(),
      estimatedTokens: random.between(1, 20),
      deadlineMs: random.between(1, 100_000),
      rpmLimit: random.pick([3, 10, 1_000]),
      tpmLimit: random.pick([20, 100, 100_000]),
      isStream: random.chance(0.5),
      ...(this.#hasBudgets &&
        random.chance(0.5) && {
          budgets: {
            ...(company !== undefined && { company }),
            ...(key !== undefined && { key }),
            ...(alias !== undefined && { alias }),
          },
        }),
    }
    this.#calls.push(call)
    return call
  }

  /** The clock of a real server cannot be changed, so a window is moved ahead of it instead. */
  async #setClockBack(): Promise<void> {
    const key = `${this.#prefix}window:${this.#random.pick(this.#keyIds)}`
    const tail = this.#data.hget(key, 'tail')
    if (tail === undefined || this.#data.hget(key, 'head') !== tail) return
    const moved = Number(tail) + this.#random.pick([5, 2_000])
    this.#data.nowMs = Number(await this.#redis.eval(moveScript, 1, key, moved))
    if (this.#data.hash(key)) this.#data.hset(key, 'tail', moved, 'head', moved)
  }

  /** As if a process had stood still for this time after the snapshot expired. */
  async #makeOld(): Promise<void> {
    const key = `${this.#prefix}account`
    if (this.#data.hget(key, 'goodUntil') === undefined) return
    const goodUntil = this.#data.nowMs - this.#random.pick([1_000, 5_000])
    await this.#redis.hset(key, 'goodUntil', goodUntil)
    this.#data.hset(key, 'goodUntil', goodUntil)
  }

  /** A few versions at a time; now and then an older one, or one far ahead, which shortens the log of charges. */
  #nextVersion(): bigint {
    const random = this.#random
    if (random.chance(0.2)) return this.#version - BigInt(random.below(3))
    this.#version += BigInt(random.chance(0.05) ? 300 : random.below(3))
    return this.#version
  }

  /** Occasionally above what a number can represent. */
  #amount(): bigint {
    const amount = BigInt(this.#random.between(1, 20))
    return this.#random.chance(0.03) ? amount * 1_000_000_000_000_003n : amount
  }

  #some<T>(items: readonly T[]): readonly T[] {
    return items.filter(() => this.#random.chance(Math.min(0.5, 3 / items.length)))
  }

  get #prefix(): string {
    return `gatehouse:limits:{${this.#companyId}}:`
  }

  get #keys(): readonly string[] {
    const perKey = ['window:', 'abandoned:'].flatMap((kind) => this.#keyIds.map((id) => kind + id))
    return ['account', 'charges', 'abandoned:company', ...perKey].map((name) => this.#prefix + name)
  }

  async #compare(): Promise<void> {
    const keys = this.#keys
    const answer = await this.#redis.eval(dumpScript, keys.length, ...keys)
    const [nowMs, ...dumps] = answer as [number, ...string[][]]
    this.#data.nowMs = nowMs
    keys.forEach((key, index) => {
      assert.deepEqual(sortPairs(this.#dump(key)), sortPairs(dumps[index] ?? []), key)
    })
  }

  #dump(key: string): string[] {
    const entries = key.endsWith(':charges') ? this.#data.sortedSet(key) : this.#data.hash(key)
    return [...(entries ?? [])].flatMap(([name, value]) => [name, String(value)])
  }
}

type EvalArguments = [keyCount: number, ...args: (string | number)[]]
type Evalsha = [sha: string, ...args: EvalArguments]

function toHold(call: CallToAdmit): Hold {
  return {
    ...call,
    reservedTokens: Math.min(call.estimatedTokens, call.tpmLimit),
    remainingMs: call.deadlineMs,
  }
}

const moveScript = `
  local time = redis.call('TIME')
  if redis.call('EXISTS', KEYS[1]) == 1 then redis.call('HSET', KEYS[1], 'tail', ARGV[1], 'head', ARGV[1]) end
  return time[1] * 1000 + math.floor(time[2] / 1000)`

/** The time, and all pairs of every key, in one step: none can expire between them. */
const dumpScript = `
  local time = redis.call('TIME')
  local result = { time[1] * 1000 + math.floor(time[2] / 1000) }
  for index, key in ipairs(KEYS) do
    local kind = redis.call('TYPE', key).ok
    if kind == 'hash' then result[index + 1] = redis.call('HGETALL', key)
    elseif kind == 'zset' then result[index + 1] = redis.call('ZRANGE', key, 0, -1, 'WITHSCORES')
    else result[index + 1] = {} end
  end
  return result`

/** Levels of buckets are fractions, which both sides write with other numbers of digits. */
function sortPairs(pairs: readonly string[]): readonly string[] {
  const lines: string[] = []
  for (let index = 0; index < pairs.length; index += 2) {
    const [name = '', value = ''] = pairs.slice(index, index + 2)
    lines.push(`${name} = ${name === 'level' ? Number(value).toFixed(9) : value}`)
  }
  return lines.sort()
}
