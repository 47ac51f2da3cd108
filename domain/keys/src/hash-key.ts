// A key is stored as its HMAC under a pepper: a secret of the service that is not in the database. Keys are random
// enough to need no slow hash, and one that is looked up for every call must be quick.
import { createHmac } from 'node:crypto'
import type { Secret } from '@gatehouse/runtime/secret'

export type Pepper = { id: string; secret: Secret }

/** New keys are hashed with the current one; those of the previous ones stay valid. */
export type Peppers = { current: Pepper; previous?: readonly Pepper[] }

export function hashKey(pepper: Pepper, rawKey: string): Buffer {
  return createHmac('sha256', pepper.secret.reveal()).update(rawKey).digest()
}

/** All that the key may be stored as, one for each pepper. */
export function possibleHashes({ current, previous = [] }: Peppers, rawKey: string): Buffer[] {
  return [current, ...previous].map((pepper) => hashKey(pepper, rawKey))
}
