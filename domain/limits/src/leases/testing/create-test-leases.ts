// Leases for tests of the parts that use them: every key may have one after its first call.
import { createLogger } from '@gatehouse/telemetry/create-logger'
import { type Leases, type LeasesDeps, createLeases } from '../create-leases.ts'

export function createTestLeases(
  deps: Pick<LeasesDeps, 'clock' | 'store' | 'gate' | 'open'> & Partial<LeasesDeps>,
): Leases {
  const defaults = {
    logger: createLogger({ service: 'test', level: 'fatal', sinks: [] }),
    processCount: () => 1,
    windowMs: 60_000,
    refresh: () => undefined,
    onTaken: () => undefined,
  }
  return createLeases({ ...defaults, ...deps }, { callsMin: 1 })
}
