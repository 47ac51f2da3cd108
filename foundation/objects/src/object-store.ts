// The interface that every object store implements: it stores bytes under a key. A key is only ever written with one
// content, so repeating a write, or reading during one, is harmless.
import { assert } from '@gatehouse/runtime/assert'
import { Fault } from '@gatehouse/runtime/fault'

declare module '@gatehouse/runtime/fault' {
  interface FaultCodes {
    objects: 'objects.unavailable'
  }
}

export type ObjectStore = {
  /** The object is durable and readable from every process once this resolves. */
  put(key: ObjectKey, bytes: Uint8Array): Promise<void>
  /** Undefined if there is no such object. */
  get(key: ObjectKey): Promise<Buffer | undefined>
  /** Keys of the objects directly in this folder, in order; empty if there is no such folder. */
  list(folder: ObjectKey): Promise<ObjectKey[]>
  /** Idempotent: deleting an object that does not exist succeeds. */
  delete(key: ObjectKey): Promise<void>
  close(): Promise<void>
}

/**
 * The path of an object: lower-case letters, digits and dashes between slashes, so it can neither leave its directory
 * nor need encoding.
 */
export type ObjectKey = string & { readonly isObjectKey: true }

const shape = /^[a-z0-9][a-z0-9-]*(?:\/[a-z0-9][a-z0-9-]*)*$/
const lengthMax = 512

export function objectKey(...parts: readonly string[]): ObjectKey {
  const key = parts.join('/')
  assert(shape.test(key) && key.length <= lengthMax, 'an object key consists of a-z, 0-9, dashes and slashes')
  return key as ObjectKey
}

/** The key if the text is a valid one that is directly in the folder: a listing may contain what others have put there. */
export function keyInFolder(folder: ObjectKey, text: string): ObjectKey | undefined {
  const name = text.startsWith(`${folder}/`) ? text.slice(folder.length + 1) : '/'
  return shape.test(text) && !name.includes('/') ? (text as ObjectKey) : undefined
}

/** Retryable with either store, because every request we send is idempotent. */
export function storeUnavailable(context: Record<string, unknown>, cause?: unknown): Fault {
  return new Fault({
    kind: 'unavailable',
    code: 'objects.unavailable',
    publicMessage: 'Files cannot be stored or read at the moment. Try again shortly.',
    context,
    cause,
    retryAfterMs: 5_000,
  })
}
