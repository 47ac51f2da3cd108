// Port: bytes under a key. A key is only ever written with one content, so repeating a write, or reading during one, is
// harmless.
import type { ObjectKey } from './object-key.ts'

export type ObjectStore = {
  /** The object is durable and readable from every process once this resolves. */
  put(key: ObjectKey, bytes: Uint8Array): Promise<void>
  /** Undefined if there is no such object. */
  get(key: ObjectKey): Promise<Buffer | undefined>
  /** Idempotent: deleting an object that does not exist succeeds. */
  delete(key: ObjectKey): Promise<void>
  close(): Promise<void>
}
