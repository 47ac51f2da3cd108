// A key is stored as its HMAC under a pepper: a secret of the service that is not in the database. Keys are random
// enough not to need a slow hash, and a lookup on every call must be fast.
import { createHmac } from 'node:crypto'
import { namedSecrets } from '@gatehouse/runtime/named-secrets'
import type { Secret } from '@gatehouse/runtime/secret'

export type Pepper = { id: string; secret: Secret }

/** New keys are hashed with the current pepper; keys hashed with a previous one stay valid. */
export type Peppers = { current: Pepper; previous?: readonly Pepper[] }

export function hashKey(pepper: Pepper, rawKey: string): Buffer {
  return createHmac('sha256', pepper.secret.reveal()).update(rawKey).digest()
}

/** Returns the hashes under which the key may be stored, one per pepper. */
export function possibleHashes({ current, previous = [] }: Peppers, rawKey: string): Buffer[] {
  return [current, ...previous].map((pepper) => hashKey(pepper, rawKey))
}

/** The setting needed by every app that creates or checks keys; spread it into the app's own schema. */
export const keySettings = { KEY_PEPPERS: namedSecrets('pepper') }
