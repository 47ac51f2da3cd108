import { Fault } from '@gatehouse/runtime/fault'

declare module '@gatehouse/runtime/fault' {
  interface FaultCodes {
    callArchive: 'archive.differs' | 'archive.object_lost' | 'archive.busy'
  }
}

/** The archive does not have what Postgres has. Nothing was detached or dropped. */
export function archiveDiffers(partition: string, difference: string): Fault {
  return new Fault({
    kind: 'internal',
    code: 'archive.differs',
    publicMessage: `${partition} was not archived, because its copy differs: ${difference}. Its calls stay in Postgres.`,
  })
}

/** An object that was recorded is missing or has other bytes. */
export function objectLost(key: string): Fault {
  return new Fault({
    kind: 'unavailable',
    code: 'archive.object_lost',
    publicMessage: `Archived calls cannot be read: the object ${key} is missing or damaged. Restore it in the object store.`,
    context: { key },
  })
}

export function archiveBusy(): Fault {
  return new Fault({
    kind: 'exhausted',
    code: 'archive.busy',
    publicMessage: 'Too many archived calls are being read. Try again shortly.',
    retryAfterMs: 2_000,
  })
}
