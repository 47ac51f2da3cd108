// Limits requests per client address. `createAddressLimit` serves a process that admits no calls, such as the backend.
// While Redis is down, each such process applies the whole limit: it does not know how many others exist, and an outage
// must not refuse people.
import type { Clock, Timer } from '@gatehouse/runtime/clock'
import type { Logger } from '@gatehouse/telemetry/create-logger'
import type { Metrics } from '@gatehouse/telemetry/create-metrics'
import { addressRange } from './address-range.ts'
import { type AddressAdmission, toRate } from '../admission.ts'
import { type AddressWindows, StoreUnavailable } from '../company-store.ts'
import { type AddressLeases, createAddressLeases } from '../leases/address-leases.ts'
import { createRecall } from '../leases/recall.ts'
import { type LocalRates, createLocalRates } from '../local/local-rates.ts'
import { type StoreGate, createRedisUsedGauge, createStoreGate } from '../store-gate.ts'

type AddressLimit = {
  admit(address: string): Promise<AddressAdmission>
  close(): Promise<void>
}

type AddressLimitDeps = {
  clock: Clock
  logger: Logger
  metrics: Metrics
  windows: AddressWindows
  /** Rejects while Redis cannot be reached. */
  reach: () => Promise<void>
}

type AddressLimitOptions = {
  /** Requests of one client address per window. */
  limit: number
  windowMs?: number
}

const pruneEveryMs = 10_000

export function createAddressLimit(
  { clock, logger, metrics, windows, reach }: AddressLimitDeps,
  { limit, windowMs = 60_000 }: AddressLimitOptions,
): AddressLimit {
  const isRedisUsed = createRedisUsedGauge(metrics)
  const processCount = () => 1
  const onTaken = () => undefined
  const rates = createLocalRates({ clock, windowMs, processCount })
  const gate = createStoreGate({
    clock,
    reach,
    recover: reach,
    onChange(isUp) {
      isRedisUsed.set(isUp ? 1 : 0)
      if (!isUp) leases.drop()
      logger.warn(`address limit is now enforced by ${isUp ? 'Redis' : 'this process'}`)
    },
  })
  const leases = createAddressLeases({ clock, logger, gate, windows, processCount, limit, windowMs, onTaken })
  let timer: Timer | undefined
  function prune(): void {
    rates.prune()
    leases.prune()
    timer = clock.after(pruneEveryMs, prune)
  }
  prune()
  return {
    admit: createAdmitAddress({ clock, windows, gate, leases, rates, limit }),
    async close() {
      timer?.cancel()
      await leases.close()
      gate.close()
    },
  }
}

export type AdmitAddressDeps = {
  clock: Clock
  windows: AddressWindows
  gate: StoreGate
  leases: AddressLeases
  rates: LocalRates
  limit: number
}

/** Admits or refuses a client address before the caller is identified. */
export function createAdmitAddress({ clock, windows, gate, leases, rates, limit }: AdmitAddressDeps) {
  const recall = createRecall({ clock, leases })
  async function decide(range: string): Promise<AddressAdmission> {
    try {
      const answer = await recall.ask(range, () => gate.run(() => windows.admit(range, limit)))
      const rate = toRate(limit, answer.used, answer.resetMs)
      if (answer.kind === 'admitted') return { kind: 'admitted', rate }
      return { kind: 'rate_limited', retryAfterMs: answer.retryAfterMs, rate }
    } catch (thrown) {
      if (!(thrown instanceof StoreUnavailable)) throw thrown
      return rates.takeAddress(range, limit)
    }
  }
  return function admitAddress(address: string): Promise<AddressAdmission> {
    const range = addressRange(address)
    const rate = leases.take(range)
    return rate ? Promise.resolve({ kind: 'admitted', rate }) : decide(range)
  }
}
