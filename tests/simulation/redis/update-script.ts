// update-company.lua in TypeScript, part by part; the reasons are in the script.
import { type Script, namesOf } from './admit-script.ts'
import type { RedisData } from './redis-data.ts'

export const updateCompany: Script = (redis, keys, values) => {
  const now = redis.nowMs
  const latest = Number(values[8])
  if (latest > 0 && now > latest) return ['late', now]
  const update = new Update(redis, keys, values)
  const isUsed = values[2] !== '' || values[7] !== ''
  const wasUsable = !isUsed || redis.hget(keys[0] ?? '', 'goodUntil') !== undefined
  const isLasting = update.setBalance()
  update.releaseFinished()
  update.emptyClosed()
  update.keepHolds()
  update.storeSpent()
  if (!isLasting || values[2] !== '' || values[7] !== '') redis.pexpire(keys[0] ?? '', 86_400_000)
  return ['done', now, wasUsable ? 1 : 0]
}

class Update {
  readonly #redis: RedisData
  readonly #account: string
  readonly #windows: string
  readonly #abandoned: string
  readonly #charges: string
  readonly #values: readonly string[]
  #loggedFrom: string | undefined

  constructor(redis: RedisData, keys: readonly string[], values: readonly string[]) {
    this.#redis = redis
    ;[this.#account, this.#windows, this.#abandoned, this.#charges] = keys as [string, string, string, string]
    this.#values = values
    this.#loggedFrom = redis.hget(this.#account, 'loggedFrom')
  }

  /** Returns whether the account was known before. */
  setBalance(): boolean {
    const [balance = '', version = '0', goodForMs = '', refreshMs, postpaid = '0'] = this.#values
    const redis = this.#redis
    let isLasting = true
    if (balance !== '') {
      const knownVersion = redis.hget(this.#account, 'version')
      const known = redis.hget(this.#account, 'balance')
      isLasting = knownVersion !== undefined
      const ahead = knownVersion === undefined ? undefined : Number(version) - Number(knownVersion)
      if (ahead === undefined || ahead > 0 || (ahead === 0 && goodForMs !== '')) {
        if (known !== undefined) this.#add(-BigInt(known))
        this.#add(BigInt(balance))
        redis.hset(this.#account, 'balance', balance, 'version', version)
      }
    }
    if (goodForMs !== '') {
      redis.hincrby(this.#account, 'effective', 0n)
      const { nowMs } = redis
      redis.hset(
        this.#account,
        'goodUntil',
        nowMs + Number(goodForMs),
        'refreshAt',
        nowMs + Number(refreshMs),
      )
      redis.hset(this.#account, 'postpaid', postpaid)
    }
    return isLasting
  }

  releaseFinished(): void {
    const corrections = new Map<string, number>()
    let hasUnknownCharge = false
    for (const line of linesOf(this.#values[5])) {
      const [, id = '', used = '-', stream = '', charge = '-', version = '-', given = ''] =
        /^(\S+) ([\d-]+)(\S?) (\S+) (\S+) ?(.*)$/.exec(line) ?? []
      if (charge === '-') hasUnknownCharge = true
      const hold = readHold(this.#redis.hget(this.#account, id))
      if (hold) this.#releaseHold(id, hold, { used, stream, corrections })
      const label = hold?.label ?? (given === '' ? undefined : given)
      if (this.#loggedFrom === undefined || label === undefined) continue
      if (charge === '-') this.#forgetSpent(label)
      else if (charge !== '0') this.#addSpent({ id, charge, version: Number(version), label })
    }
    if (hasUnknownCharge) this.#followUnknownCharge()
    for (const [place, difference] of corrections) this.#correctWindow(place, difference)
  }

  #followUnknownCharge(): void {
    const [balance, version = '0'] = this.#values
    if (balance === '') {
      if (this.#redis.hget(this.#account, 'goodUntil') !== undefined)
        this.#redis.hset(this.#account, 'goodUntil', this.#redis.nowMs)
    } else if (this.#loggedFrom !== undefined && Number(version) > Number(this.#loggedFrom)) {
      this.#loggedFrom = version
      this.#redis.hset(this.#account, 'loggedFrom', version)
    }
  }

  emptyClosed(): void {
    for (const id of (this.#values[6] ?? '').split(' ')) {
      const hold = readHold(this.#redis.hget(this.#account, id))
      if (!hold) continue
      const { estimate, reserved, bucket, deadline, label } = hold
      this.#redis.hset(this.#account, id, `0 ${reserved} ${bucket} ${deadline} ${label}`)
      if (estimate === '0') continue
      this.#add(BigInt(estimate))
      this.#addHeld(label, -BigInt(estimate))
      this.#forgetSpent(label, Number(this.#values[1]))
    }
  }

  keepHolds(): void {
    const { nowMs } = this.#redis
    for (const line of linesOf(this.#values[7])) {
      const [, id = '', estimate = '0', reserved, left, label = ''] =
        /^(\S+) (\S+) (\S+) (\S+) (.+)$/.exec(line) ?? []
      const deadline = nowMs + Number(left)
      const hold = readHold(this.#redis.hget(this.#account, id))
      if (!hold) {
        this.#redis.hset(this.#account, id, `${estimate} ${reserved} 0 ${deadline} ${label}`)
        this.#add(-BigInt(estimate))
        this.#addHeld(label, BigInt(estimate))
      } else if (Number(hold.deadline) + 1000 < deadline) {
        const { estimate: known, reserved: tokens, bucket, label: knownLabel } = hold
        this.#redis.hset(this.#account, id, `${known} ${tokens} ${bucket} ${deadline} ${knownLabel}`)
      }
    }
  }

  storeSpent(): void {
    const [version, usableMs] = [Number(this.#values[1]), Number(this.#values[13])]
    for (const line of linesOf(this.#values[12])) {
      const [, spent = '0', name = ''] = /^(\S+) (.+)$/.exec(line) ?? []
      const until = Number(this.#redis.hget(this.#account, `until:${name}`) ?? 0)
      const asOf = Number(this.#redis.hget(this.#account, `asOf:${name}`))
      const isOlder = this.#redis.nowMs < until && version - asOf < 0
      if (this.#loggedFrom === undefined || version - Number(this.#loggedFrom) < 0 || isOlder) continue
      this.#redis.hset(this.#account, `spent:${name}`, spent, `asOf:${name}`, version)
      this.#redis.hset(this.#account, `until:${name}`, this.#redis.nowMs + usableMs)
      for (const entry of this.#redis.zrange(this.#charges, (score) => score > version)) {
        const [, charge = '0', label = ''] = /^\S+ (\S+) (.+)$/.exec(entry) ?? []
        if (namesOf(label).includes(name)) this.#redis.hincrby(this.#account, `spent:${name}`, charge)
      }
      if (until >= 0 && this.#redis.nowMs >= until) this.#sumHeld(name)
    }
  }

  #sumHeld(name: string): void {
    let held = 0n
    for (const value of this.#redis.hash(this.#account)?.values() ?? []) {
      const hold = readHold(value)
      if (hold && namesOf(hold.label).includes(name)) held += BigInt(hold.estimate)
    }
    this.#redis.hset(this.#account, `held:${name}`, String(held))
  }

  #releaseHold(
    id: string,
    { estimate, reserved, bucket, label }: StoredHold,
    { used, stream, corrections }: { used: string; stream: string; corrections: Map<string, number> },
  ): void {
    const [keyId = ''] = label.split(' ')
    this.#redis.hdel(this.#account, id)
    this.#add(BigInt(estimate))
    this.#addHeld(label, -BigInt(estimate))
    if (stream !== '') {
      const change = stream === '!' ? 1 : -Number(this.#values[11])
      this.#countStream(this.#abandoned + keyId, Number(this.#values[9]), change)
      this.#countStream(`${this.#abandoned}company`, Number(this.#values[10]), change)
    }
    if (used === '-' || used === reserved) return
    const place = `${keyId} ${bucket}`
    corrections.set(place, (corrections.get(place) ?? 0) + Number(used) - Number(reserved))
  }

  #correctWindow(place: string, difference: number): void {
    const [keyId = '', bucket = ''] = place.split(' ')
    const key = this.#windows + keyId
    const window = this.#redis.hash(key)
    const total = Number(window?.get('tokens')) + difference
    if (window?.get('tail') === bucket) {
      this.#redis.hset(key, 'tokens', total, 'tailTokens', Number(window.get('tailTokens')) + difference)
    } else if (window?.has(bucket)) {
      const [requests, tokens, next] = (window.get(bucket) ?? '').split(' ')
      this.#redis.hset(key, 'tokens', total, bucket, `${requests} ${Number(tokens) + difference} ${next}`)
    }
  }

  #countStream(key: string, most: number, change: number): void {
    const [level, at] = [this.#redis.hget(key, 'level'), this.#redis.hget(key, 'at')]
    if (level === undefined && change < 0) return
    const { nowMs } = this.#redis
    const drained = ((nowMs - Number(at ?? nowMs)) * most) / 60_000
    const changed = Math.max(0, Number(level ?? 0) - drained) + change
    if (changed <= 0) return this.#redis.del(key)
    this.#redis.hset(key, 'level', changed, 'at', nowMs)
    this.#redis.pexpire(key, Math.ceil((changed * 60_000) / most) + 1000)
  }

  #addSpent({ id, charge, version, label }: Charge): void {
    if (this.#redis.zadd(this.#charges, version, `${id} ${charge} ${label}`) === 0) return
    if (version - Number(this.#loggedFrom) > 400) {
      this.#loggedFrom = String(version - 200)
      for (const old of this.#redis.zrange(this.#charges, (score) => score <= version - 200))
        this.#redis.zrem(this.#charges, old)
      this.#redis.hset(this.#account, 'loggedFrom', this.#loggedFrom)
    }
    this.#redis.pexpire(this.#charges, 60_000)
    for (const name of namesOf(label)) {
      const asOf = this.#redis.hget(this.#account, `asOf:${name}`)
      if (asOf !== undefined && version - Number(asOf) > 0)
        this.#redis.hincrby(this.#account, `spent:${name}`, charge)
    }
  }

  #forgetSpent(label: string, version?: number): void {
    if (this.#loggedFrom === undefined) return
    for (const name of namesOf(label)) {
      const asOf = this.#redis.hget(this.#account, `asOf:${name}`)
      if (asOf !== undefined && (version === undefined || Number(asOf) - version < 0))
        this.#redis.hset(this.#account, `until:${name}`, -1)
    }
  }

  #add(amount: bigint): void {
    if (amount !== 0n) this.#redis.hincrby(this.#account, 'effective', amount)
  }

  #addHeld(label: string, amount: bigint): void {
    if (this.#loggedFrom === undefined || amount === 0n) return
    for (const name of namesOf(label))
      if (this.#redis.hget(this.#account, `held:${name}`) !== undefined)
        this.#redis.hincrby(this.#account, `held:${name}`, amount)
  }
}

type Charge = { id: string; charge: string; version: number; label: string }

type StoredHold = { estimate: string; reserved: string; bucket: string; deadline: string; label: string }

/** Returns undefined for a field that is not a hold. */
function readHold(value: string | undefined): StoredHold | undefined {
  const match = value === undefined ? null : /^(\d+) (\d+) (\d+) (\d+) (\S+ \S+ .+)$/.exec(value)
  if (!match) return undefined
  const [, estimate = '0', reserved = '0', bucket = '0', deadline = '0', label = ''] = match
  return { estimate, reserved, bucket, deadline, label }
}

function linesOf(text = ''): readonly string[] {
  return text === '' ? [] : text.split('\n')
}
