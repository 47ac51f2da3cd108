// A simulated Redis server and the connections to it. It carries out commands one after the other; it may be emptied,
// be unreachable for a while, and have its clock set. Its data and scripts are in `../redis`.
import type { RedisClient } from '@gatehouse/redis/redis-client'
import type { AdmissionAudit } from '../checks/admission-audit.ts'
import type { Faults } from '../engine/faults.ts'
import { type Host, epochMs } from '../engine/host.ts'
import type { Scheduler } from '../engine/scheduler.ts'
import { RedisData } from '../redis/redis-data.ts'
import { scriptsBySha } from '../redis/scripts.ts'

export type RedisDeps = { scheduler: Scheduler; faults: Faults; audit: AdmissionAudit }

type Command = { what: () => string; run: () => unknown; settle: PromiseWithResolvers<unknown> }
type Message = { sentAtMs: number; commands: Command[] }

/** How long a process waits for Redis. */
const commandTimeoutMs = 250

export class SimulatedRedis {
  readonly data = new RedisData()
  readonly #deps: RedisDeps
  /** How far its clock is ahead of the real time. */
  #offsetMs = 0
  #downUntilMs = 0

  constructor(deps: RedisDeps) {
    this.#deps = deps
  }

  /** A connection as the product uses it; a method that the simulation lacks fails loudly. */
  connect(host: Host): RedisClient {
    return new SimulatedConnection(this, host, this.#deps) as unknown as RedisClient
  }

  flush(): void {
    this.#deps.scheduler.record('redis', () => 'is emptied')
    this.data.flush()
    this.#deps.audit.redisEmptied()
  }

  /** Returns undefined if the message does not reach the server. */
  carryOut(host: Host, message: Message): readonly unknown[] | undefined {
    const { scheduler, faults } = this.#deps
    scheduler.countStep()
    if (faults.strikes('flush')) this.flush()
    if (faults.strikes('redisClockJump')) this.#jump()
    if (faults.strikes('redisOutage')) this.#goDown()
    if (scheduler.nowMs < this.#downUntilMs) return undefined
    this.data.nowMs = epochMs + Math.floor(scheduler.nowMs) + this.#offsetMs
    return message.commands.map(({ what, run }) => {
      scheduler.record('redis', () => `${host.name} ${what()}`)
      return run()
    })
  }

  #goDown(): void {
    const { scheduler, faults, audit } = this.#deps
    this.#downUntilMs = scheduler.nowMs + scheduler.random.pick([150, 2_000, 9_000])
    faults.lastUntil(this.#downUntilMs)
    audit.redisUnreachableUntil(this.#downUntilMs)
    scheduler.record('redis', () => `is unreachable until ${this.#downUntilMs} ms`)
  }

  /** Moves Redis's clock ahead. This must not end running calls. */
  #jump(): void {
    this.#offsetMs += 3_600_000
    this.#deps.audit.redisClockJumped()
    this.#deps.scheduler.record('redis', () => 'its clock jumps ahead by an hour')
  }
}

class SimulatedConnection {
  readonly #server: SimulatedRedis
  readonly #host: Host
  readonly #deps: RedisDeps
  #open: Message | undefined

  constructor(server: SimulatedRedis, host: Host, deps: RedisDeps) {
    this.#server = server
    this.#host = host
    this.#deps = deps
  }

  evalsha(sha: string, keyCount: number, ...args: readonly (string | number)[]): Promise<unknown> {
    const script = scriptsBySha.get(sha)
    if (!script) throw new Error('the script is not simulated')
    const keys = args.slice(0, keyCount).map(String)
    const values = args.slice(keyCount).map(String)
    const { data } = this.#server
    return this.#send(
      () => values.join(' | ').replaceAll('\n', '; '),
      () => {
        const audited = keys.length === 4 ? this.#deps.audit.beforeScript(keys, values, data) : undefined
        const answer = script(data, keys, values)
        audited?.(answer)
        return answer
      },
    )
  }

  time(): Promise<unknown> {
    const { data } = this.#server
    return this.#send(
      () => 'reads the time',
      () => [String(Math.floor(data.nowMs / 1_000)), String((data.nowMs % 1_000) * 1_000)],
    )
  }

  hgetall(key: string): Promise<unknown> {
    return this.#send(
      () => `reads ${key}`,
      () => Object.fromEntries(this.#server.data.hash(key) ?? []),
    )
  }

  hdel(key: string, field: string): Promise<unknown> {
    return this.#send(
      () => `deletes ${field} of ${key}`,
      () => this.#server.data.hdel(key, field),
    )
  }

  zadd(key: string, ...pairs: readonly string[]): Promise<unknown> {
    return this.#send(
      () => `adds ${pairs.join(' ')}`,
      () => {
        for (let index = 0; index < pairs.length; index += 2)
          this.#server.data.zadd(key, Number(pairs[index]), pairs[index + 1] ?? '')
      },
    )
  }

  zrange(key: string): Promise<unknown> {
    return this.#send(
      () => `lists ${key}`,
      () => this.#server.data.zrange(key),
    )
  }

  zrangebyscore(key: string, _min: string, max: number): Promise<unknown> {
    return this.#send(
      () => `lists ${key} up to ${max}`,
      () => this.#server.data.zrange(key, (score) => score <= max),
    )
  }

  zrem(key: string, member: string): Promise<unknown> {
    return this.#send(
      () => `removes ${member}`,
      () => this.#server.data.zrem(key, member),
    )
  }

  set(key: string, value: string, _px: 'PX', ms: number, _nx: 'NX'): Promise<unknown> {
    return this.#send(
      () => `claims ${key}`,
      () => {
        if (this.#server.data.get(key) !== null) return null
        this.#server.data.set(key, value, ms)
        return 'OK'
      },
    )
  }

  get(key: string): Promise<unknown> {
    return this.#send(
      () => `reads ${key}`,
      () => this.#server.data.get(key),
    )
  }

  pexpire(key: string, ms: number): Promise<unknown> {
    return this.#send(
      () => `extends ${key}`,
      () => this.#server.data.pexpire(key, ms),
    )
  }

  #send(what: Command['what'], run: Command['run']): Promise<unknown> {
    const { nowMs } = this.#deps.scheduler
    // Commands that are sent in one step of the process travel together, as in one write to the socket.
    if (this.#open?.sentAtMs !== nowMs) this.#open = this.#depart(nowMs)
    const settle = Promise.withResolvers<unknown>()
    this.#open.commands.push({ what, run, settle })
    return settle.promise
  }

  #depart(nowMs: number): Message {
    const { scheduler, faults } = this.#deps
    const host = this.#host
    const message: Message = { sentAtMs: nowMs, commands: [] }
    // Messages of one process never overtake each other.
    host.redisFreeAtMs = Math.max(host.redisFreeAtMs + 0.001, nowMs + faults.delayMs())
    const arrivesInMs = host.redisFreeAtMs - nowMs
    const backMs = faults.delayMs()
    const isLost = nowMs < host.redisCutUntilMs || faults.strikes('lostMessage')
    if (isLost || arrivesInMs + backMs > commandTimeoutMs) this.#timeOut(message)
    if (isLost) return message
    scheduler.after(arrivesInMs, () => {
      if (this.#open === message) this.#open = undefined
      const answers = this.#server.carryOut(host, message)
      if (answers === undefined) return this.#timeOut(message)
      scheduler.after(backMs, () =>
        host.deliver(() => message.commands.forEach(({ settle }, index) => settle.resolve(answers[index]))),
      )
    })
    return message
  }

  #timeOut(message: Message): void {
    const { scheduler } = this.#deps
    const host = this.#host
    host.redisTroubleAtMs = Math.max(host.redisTroubleAtMs, message.sentAtMs + commandTimeoutMs)
    scheduler.after(message.sentAtMs + commandTimeoutMs - scheduler.nowMs, () =>
      host.deliver(() => {
        for (const { settle } of message.commands) settle.reject(new Error('Command timed out'))
      }),
    )
  }
}
