// Company accounts, holds and rate windows in Redis. Time is Redis's clock, so a process with a wrong clock decides
// like the others. Each node of a cluster has its own clock, and a company is always decided about by one node.
import { type RedisScript, loadScript } from '@gatehouse/redis/load-script'
import type { Clock } from '@gatehouse/runtime/clock'
import { type RedisClient, nodeOf, readTimesMs } from '@gatehouse/redis/redis-client'
import { type AbandonLimits, companyFactor, defaultAbandonLimits, levelChange } from '../abandoned-streams.ts'
import { type CallToAdmit, type Rates, toRate, tokensToReserve } from '../admission.ts'
import { budgetScopes } from '../admit/budgets.ts'
import {
  type CompanyStore,
  type CompanyUpdate,
  type LeaseAnswer,
  type LeaseReport,
  type RefreshReason,
  type ListedCompany,
  type StoreAnswer,
  StoreUnavailable,
} from '../company-store.ts'
import type { Hold } from '../hold.ts'
import { usableForMs } from '../account-snapshot.ts'
import {
  abandonedPrefix,
  accountKey,
  chargesKey,
  companiesKey,
  companiesKeys,
  processesKey,
  reaperKey,
  windowPrefix,
} from './company-keys.ts'
import { fromHoldField, toFinishedLine, toHoldLine, toLabel, toSpentLines } from './stored-holds.ts'

export type CompanyStoreDeps = {
  redis: RedisClient
  clock: Clock
  processId: string
  windowMs?: number
  abandonLimits?: AbandonLimits
  leaseDroppedAfterMs?: number
}

// Credits are nearly used up when they cover fewer than this many calls like the present one.
const nearZeroEstimates = 20
const snapshotAgeMsMax = 10_000
const refreshAfterMs = 5_000
// Redis follows what budgets have spent by the charges that gateways report. It is read again in case a report was lost.
const spentAgeMsMax = 30_000
// A command that was delayed for longer than its sender waits must not take effect.
const lateAfterMs = 1_000
const silenceMsMax = 10_000
// A process renews a lease every few milliseconds while it uses it, and returns it when it does not.
const leaseUsableMs = 500
const leaseDroppedAfterMsDefault = 5_000
// One grant takes at most this part of what is left, divided by the number of processes.
const leasePart = 4
const listedAgainAfterMs = 300_000
const quietAfterMs = 600_000
const listedMax = 10_000

export async function createCompanyStore(deps: CompanyStoreDeps): Promise<CompanyStore> {
  return openCompanyStore(deps, await loadCompanyScripts())
}

export type CompanyScripts = {
  admit: RedisScript
  lease: RedisScript
  update: RedisScript
  countProcesses: RedisScript
}

/** The scripts hold no state, so one copy may serve several stores. */
export async function loadCompanyScripts(): Promise<CompanyScripts> {
  const fileOf = (name: string) => new URL(`./${name}.lua`, import.meta.url)
  const shared = [fileOf('window'), fileOf('leases')]
  const [admit, lease, update, countProcesses] = await Promise.all([
    loadScript(fileOf('admit'), shared),
    loadScript(fileOf('lease'), shared),
    loadScript(fileOf('update-company')),
    loadScript(fileOf('count-processes')),
  ])
  return { admit, lease, update, countProcesses }
}

export function openCompanyStore(deps: CompanyStoreDeps, scripts: CompanyScripts): CompanyStore {
  return new RedisCompanyStore(deps, scripts)
}

class RedisCompanyStore implements CompanyStore {
  readonly #redis: RedisClient
  readonly #clock: Clock
  readonly #processId: string
  readonly #windowMs: number
  readonly #abandonLimits: AbandonLimits
  readonly #leaseDroppedAfterMs: number
  readonly #scripts: CompanyScripts
  /** Company → when this process last added it to the list of companies, so that it is not added for every call. */
  readonly #listedAtMs = new Map<string, number>()
  /** Node → its time minus our monotonic clock, as of its last reply. */
  readonly #offsetMs = new Map<string, number>()

  constructor(deps: CompanyStoreDeps, scripts: CompanyScripts) {
    const { redis, clock, processId, windowMs = 60_000, abandonLimits = defaultAbandonLimits } = deps
    this.#redis = redis
    this.#clock = clock
    this.#processId = processId
    this.#windowMs = windowMs
    this.#abandonLimits = abandonLimits
    this.#leaseDroppedAfterMs = deps.leaseDroppedAfterMs ?? leaseDroppedAfterMsDefault
    this.#scripts = scripts
  }

  async admit(call: CallToAdmit, isConfirmed: boolean): Promise<StoreAnswer> {
    await this.#list(call.companyId)
    const answer = await this.#decide(call, 'admit', isConfirmed)
    // Redis may have lost the list together with the account.
    if (answer.kind === 'refresh' && answer.reason === 'missing') this.#listedAtMs.delete(call.companyId)
    return answer
  }

  preview(call: CallToAdmit): Promise<StoreAnswer> {
    return this.#decide(call, 'preview', false)
  }

  count(call: CallToAdmit): Promise<StoreAnswer> {
    return this.#decide(call, 'count', true)
  }

  async #decide(
    call: CallToAdmit,
    mode: 'admit' | 'preview' | 'count',
    isConfirmed: boolean,
  ): Promise<StoreAnswer> {
    const tokens = mode === 'count' ? 0 : tokensToReserve(call.estimatedTokens, call.tpmLimit)
    const keys = keysOf(call)
    const abandonedMax = call.isStream && mode !== 'count' ? this.#abandonLimits.perMinute : 0
    const answer = await this.#run(this.#scripts.admit, keys, [
      call.callId,
      String(call.estimateMicros),
      tokens,
      Math.round(call.deadlineMs),
      toLabel(call),
      call.rpmLimit,
      call.tpmLimit,
      this.#windowMs,
      isConfirmed ? 0 : nearZeroEstimates,
      this.#latestMs(call.companyId),
      mode,
      abandonedMax,
      abandonedMax * companyFactor,
      ...budgetScopes.map((scope) => String(call.budgets?.[scope] ?? '')),
    ])
    return toAnswer(answer, call)
  }

  async lease(report: LeaseReport): Promise<LeaseAnswer> {
    let answer = await this.#report(report, false)
    if (answer[0] === 'unlisted') {
      await this.#listAgain(report.companyId)
      answer = await this.#report(report, true)
    }
    const [, , micros, ...rest] = answer as [string, number, string, ...number[]]
    const [requests = 0, tokens = 0, lastsMs = 0, usedRequests = 0, usedTokens = 0] = rest
    const [mayStream, shouldRefresh] = rest.slice(5)
    return {
      total: { micros: BigInt(micros), requests, tokens },
      lastsMs,
      used: { requests: usedRequests, tokens: usedTokens },
      mayStream: mayStream === 1,
      shouldRefresh: shouldRefresh === 1,
    }
  }

  #report(report: LeaseReport, isListed: boolean): Promise<unknown[]> {
    const { companyId, keyId, holds, ended, left, wanted, rpmLimit, tpmLimit } = report
    return this.#run(this.#scripts.lease, keysOf(report), [
      this.#processId,
      keyId,
      holds.map(toHoldLine).join('\n'),
      ended.requests,
      ended.tokens,
      String(left.micros),
      left.requests,
      left.tokens,
      String(wanted.micros),
      wanted.requests,
      wanted.tokens,
      rpmLimit,
      tpmLimit,
      this.#windowMs,
      String(report.reserveMicros),
      leasePart * report.processCount,
      leaseUsableMs,
      this.#leaseDroppedAfterMs,
      this.#latestMs(companyId),
      isListed ? 1 : 0,
    ])
  }

  async update({ companyId, balance, snapshot, finished = [], holds = [] }: CompanyUpdate): Promise<void> {
    const known = snapshot ?? balance
    // Sent together with the holds, also if the company was listed a moment ago, because Redis may have lost the list since:
    // if this process dies before it has the answer, the reaper still finds the holds.
    const listing = holds.length > 0 ? this.#listAgain(companyId) : undefined
    const updating = this.#run(
      this.#scripts.update,
      [accountKey(companyId), windowPrefix(companyId), abandonedPrefix(companyId), chargesKey(companyId)],
      [
        known ? String(known.balanceMicros) : '',
        known ? String(known.version) : '',
        snapshot ? usableForMs(snapshot, snapshotAgeMsMax) : '',
        snapshot ? refreshAfterMs : '',
        snapshot?.isPostpaid ? 1 : 0,
        finished.map(toFinishedLine).join('\n'),
        snapshot ? snapshot.closedCallIds.join(' ') : '',
        holds.map(toHoldLine).join('\n'),
        // A report of open calls must not be applied late; a report of finished calls stays true.
        holds.length > 0 ? this.#latestMs(companyId) : 0,
        this.#abandonLimits.perMinute,
        this.#abandonLimits.perMinute * companyFactor,
        -levelChange('completed', this.#abandonLimits),
        snapshot?.spent ? toSpentLines(snapshot.spent) : '',
        snapshot?.spent ? Math.floor(Math.min(spentAgeMsMax, snapshot.spent.monthEndsInMs)) : 0,
      ],
    )
    const [[, , wasUsable]] = await Promise.all([updating, listing])
    if (wasUsable === 0) await this.#listAgain(companyId)
  }

  async readHolds(companyId: string): Promise<Hold[]> {
    const fields = await this.#attempt(this.#redis.hgetall(accountKey(companyId)))
    const nowMs = this.#nowMs(accountKey(companyId))
    return Object.entries(fields).flatMap(
      ([callId, value]) => fromHoldField({ companyId, callId, value }, nowMs) ?? [],
    )
  }

  async forget(companyId: string): Promise<void> {
    await this.#attempt(this.#redis.hdel(accountKey(companyId), 'goodUntil'))
  }

  async beat(companyIds: readonly string[]): Promise<number> {
    if (this.#listedAtMs.size > listedMax) this.#listedAtMs.clear()
    const values = [this.#processId, silenceMsMax]
    const [, count] = await this.#run(this.#scripts.countProcesses, [processesKey], values)
    await this.#readClocks()
    const lists = Map.groupBy(companyIds, companiesKey)
    await Promise.all(lists.entries().map(([key, some]) => this.#addToList(key, some)))
    return Number(count)
  }

  async leave(): Promise<void> {
    await this.#attempt(this.#redis.zrem(processesKey, this.#processId))
  }

  async claimReaping(forMs: number): Promise<boolean> {
    const claimed = await this.#attempt(this.#redis.set(reaperKey, this.#processId, 'PX', forMs, 'NX'))
    if (claimed !== null) return true
    if ((await this.#attempt(this.#redis.get(reaperKey))) !== this.#processId) return false
    await this.#attempt(this.#redis.pexpire(reaperKey, forMs))
    return true
  }

  async listCompanies(): Promise<ListedCompany[]> {
    return (await Promise.all(companiesKeys.map((key) => this.#readList(key)))).flat()
  }

  async unlistCompany(companyId: string): Promise<void> {
    await this.#attempt(this.#redis.zrem(companiesKey(companyId), companyId))
  }

  /**
   * Lists a company before its first hold is taken; otherwise the reaper would never find the hold if this process
   * died.
   */
  #list(companyId: string): Promise<void> | undefined {
    const nowMs = this.#clock.monotonicMs()
    const listedAtMs = this.#listedAtMs.get(companyId)
    if (listedAtMs !== undefined && nowMs - listedAtMs < listedAgainAfterMs) return undefined
    return this.#addToList(companiesKey(companyId), [companyId]).then(
      () => void this.#listedAtMs.set(companyId, nowMs),
    )
  }

  /** Redis may have lost the list together with the account, even if this process listed the company before. */
  async #listAgain(companyId: string): Promise<void> {
    this.#listedAtMs.delete(companyId)
    await this.#list(companyId)
  }

  async #addToList(key: string, companyIds: readonly string[]): Promise<void> {
    const score = String(this.#nowMs(key))
    await this.#attempt(this.#redis.zadd(key, ...companyIds.flatMap((companyId) => [score, companyId])))
  }

  async #readList(key: string): Promise<ListedCompany[]> {
    const quietBeforeMs = this.#nowMs(key) - quietAfterMs
    const [all, quiet] = await Promise.all([
      this.#attempt(this.#redis.zrange(key, '0', '-1')),
      this.#attempt(this.#redis.zrangebyscore(key, '-inf', quietBeforeMs)),
    ])
    const quietIds = new Set(quiet)
    return all.map((companyId) => ({ companyId, isQuiet: quietIds.has(companyId) }))
  }

  /**
   * Rejects unless every master of a cluster responds: while one is down, all companies are decided about without Redis,
   * so that no process uses it for some of them and others do not.
   */
  async #readClocks(): Promise<void> {
    const sentAtMs = this.#clock.monotonicMs()
    for (const [node, timeMs] of await this.#attempt(readTimesMs(this.#redis)))
      this.#offsetMs.set(node, timeMs - sentAtMs)
  }

  /** The time of the node that has the key. */
  #nowMs(key: string): number {
    return Math.round(this.#clock.monotonicMs() + (this.#offsetMs.get(nodeOf(this.#redis, key)) ?? 0))
  }

  #latestMs(companyId: string): number {
    const key = accountKey(companyId)
    return this.#offsetMs.has(nodeOf(this.#redis, key)) ? this.#nowMs(key) + lateAfterMs : 0
  }

  async #run(
    script: RedisScript,
    keys: readonly string[],
    values: readonly (string | number)[],
  ): Promise<unknown[]> {
    const answer = (await this.#attempt(script.run(this.#redis, keys, values))) as unknown[]
    const isLate = answer[0] === 'late'
    const timeMs = Number(typeof answer[0] === 'string' ? answer[1] : answer[0])
    this.#offsetMs.set(nodeOf(this.#redis, keys[0] ?? ''), timeMs - this.#clock.monotonicMs())
    if (isLate) throw new StoreUnavailable('Redis was reached too late')
    return answer
  }

  async #attempt<T>(command: Promise<T>): Promise<T> {
    try {
      return await command
    } catch (thrown) {
      throw new StoreUnavailable('Redis did not respond', { cause: thrown })
    }
  }
}

/** The keys of a script that decides about calls of an API key. */
function keysOf({ companyId, keyId }: { companyId: string; keyId: string }): readonly string[] {
  const abandoned = abandonedPrefix(companyId)
  return [accountKey(companyId), windowPrefix(companyId) + keyId, abandoned + keyId, `${abandoned}company`]
}

function toAnswer(answer: readonly unknown[], call: CallToAdmit): StoreAnswer {
  const [kind, , ...rest] = answer
  if (kind === 'abandoned') return { kind: 'streams_abandoned', retryAfterMs: rest[0] as number }
  if (kind === 'refresh') return { kind, reason: rest[0] as RefreshReason }
  if (kind === 'recall') return { kind }
  const [usedRequests = 0, usedTokens = 0, resetMs = 0] = rest.slice(0, 3) as number[]
  const rates: Rates = {
    requests: toRate(call.rpmLimit, usedRequests, resetMs),
    tokens: toRate(call.tpmLimit, usedTokens, resetMs),
  }
  if (kind === 'admitted') return { kind, rates, shouldRefresh: rest[3] === 1 }
  return {
    kind: 'rate_limited',
    what: rest[3] as 'requests' | 'tokens',
    retryAfterMs: rest[4] as number,
    rates,
  }
}
