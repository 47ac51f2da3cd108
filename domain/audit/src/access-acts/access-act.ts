// An act that ends or restores access: the revocation of a key, a new expiry of a key, the suspension of a company, or its
// end. A copy of each is kept in the object store, because restoring the database to an earlier moment would undo those
// after that moment.
import { type ObjectKey, objectKey } from '@gatehouse/objects/object-store'
import { z } from 'zod'

const common = {
  id: z.uuid(),
  /** Taken while the changed row is locked, so the acts on one company or key are in the order of their commits. */
  at: z.iso.datetime(),
  companyId: z.uuid(),
  actor: z.object({ kind: z.enum(['user', 'key', 'service', 'operator']), id: z.string() }),
}

export const accessActSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('key.revoke'), keyId: z.uuid(), ...common }),
  z.object({
    kind: z.literal('key.expiry'),
    keyId: z.uuid(),
    expiresAt: z.iso.datetime().nullable(),
    ...common,
  }),
  z.object({ kind: z.literal('company.suspend'), reason: z.string(), ...common }),
  z.object({ kind: z.literal('company.resume'), reason: z.string(), ...common }),
])

export type AccessAct = z.output<typeof accessActSchema>

/** Folder with the acts of one day, such as `2026-11-17`. */
export function dayFolder(day: string): ObjectKey {
  return objectKey('access-acts', day)
}

/** Derived from the act alone, so that writing it again changes nothing. Keys of one day sort by time. */
export function actObjectKey({ at, id }: Pick<AccessAct, 'at' | 'id'>): ObjectKey {
  const [day = '', time = ''] = new Date(at).toISOString().split('T')
  return objectKey(dayFolder(day), `${time.replaceAll(/\D/g, '')}-${id}`)
}
