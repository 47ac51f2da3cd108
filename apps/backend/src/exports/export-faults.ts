import { Fault } from '@gatehouse/runtime/fault'
import type { SlotLimits, SlotOwner } from '../limits/company-slots.ts'

declare module '@gatehouse/runtime/fault' {
  interface FaultCodes {
    exports: 'exports.bad_query' | 'exports.too_many' | 'exports.too_slow'
  }
}

export function badExportQuery(publicMessage: string): Fault {
  return new Fault({ kind: 'invalid', code: 'exports.bad_query', publicMessage })
}

export function tooManyExports(owner: SlotOwner, { perCompanyMax, totalMax }: SlotLimits): Fault {
  const limit =
    owner === 'company' ? `A company may run ${perCompanyMax}` : `All companies together may run ${totalMax}`
  return new Fault({
    kind: 'exhausted',
    code: 'exports.too_many',
    publicMessage: `${limit} exports at the same time. Wait until one of them has ended.`,
    retryAfterMs: 10_000,
  })
}

/** Ends an export whose reader would otherwise keep a connection and its snapshot of the database. */
export function exportTooSlow(): Fault {
  return new Fault({
    kind: 'unavailable',
    code: 'exports.too_slow',
    publicMessage: 'The export was read too slowly. Export a shorter period.',
  })
}
