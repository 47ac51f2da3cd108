// Port: bytes under a key. A key is written with one content only, so that writing it again, or reading while it is
// written, can do no harm.
import type { ObjectKey } from './object-key.ts'

export type ObjectStore = {
  /** Durable, and readable from everywhere, when it resolves. */
  put(key: ObjectKey, bytes: Uint8Array): Promise<void>
  /** Undefined if there is none. */
  get(key: ObjectKey): Promise<Buffer | undefined>
  /** No matter whether there was one. */
  delete(key: ObjectKey): Promise<void>
  close(): Promise<void>
}
