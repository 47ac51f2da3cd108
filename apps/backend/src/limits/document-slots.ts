import { Fault } from '@gatehouse/runtime/fault'
import { type CompanySlots, createCompanySlots } from './company-slots.ts'

// A file is in memory as a whole, up to 10 MiB, while it is received or sent.
const limits = { perCompanyMax: 4, totalMax: 16 }

/** Limits the uploads or the downloads of documents that are in progress at the same time. */
export function createDocumentSlots(what: 'uploads' | 'downloads'): CompanySlots {
  const busy = { code: 'documents.too_many', retryAfterMs: 1_000 } as const
  return createCompanySlots(limits, (owner) =>
    owner === 'company'
      ? new Fault({
          ...busy,
          kind: 'exhausted',
          publicMessage: `A company may run ${limits.perCompanyMax} ${what} at the same time. Wait until one of them has ended.`,
        })
      : new Fault({
          ...busy,
          kind: 'unavailable',
          publicMessage: `Too many ${what} are in progress. Try again in a moment.`,
        }),
  )
}
