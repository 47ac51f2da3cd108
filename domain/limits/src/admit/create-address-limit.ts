// The limit of client addresses alone, for a process that admits no calls, such as the backend. Without Redis each process
// applies the whole limit: it does not know how many others there are, and a person must not be refused for an outage.
import type { Clock, Timer } from '@gatehouse/runtime/clock'
import type { Logger } from '@gatehouse/telemetry/create-logger'
import type { Metrics } from '@gatehouse/telemetry/create-metrics'
import type { AddressAdmission } from '../admission.ts'
import type { AddressWindows } from '../company-store.ts'
import { createLocalRates } from '../local/local-rates.ts'
import { createStoreGate } from '../store-gate.ts'
import { createAdmitAddress } from './admit-address.ts'
import { createRedisUsedGauge } from './redis-used-gauge.ts'

type AddressLimit = {
  admit(address: string): Promise<AddressAdmission>
  close(): void
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
  const rates = createLocalRates({ clock, windowMs, processCount: () => 1 })
  const gate = createStoreGate({
    clock,
    reach,
    recover: reach,
    onChange(isUp) {
      isRedisUsed.set(isUp ? 1 : 0)
      logger.warn(`the limit of addresses is decided ${isUp ? 'in Redis again' : 'without Redis'}`)
    },
  })
  let timer: Timer | undefined
  function prune(): void {
    rates.prune()
    timer = clock.after(pruneEveryMs, prune)
  }
  prune()
  return {
    admit: createAdmitAddress({ windows, gate, rates, limit }),
    close() {
      timer?.cancel()
      gate.close()
    },
  }
}
