// Encrypts texts that are stored in the database and must not be readable with the database or a backup alone. The key is
// derived from a secret that is not in the database.
import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto'
import type { NamedSecret, NamedSecrets } from './named-secrets.ts'

export type Sealed = { sealed: Buffer; secretId: string }

export type Seal = {
  /** `ownerId` is bound to the result: it can only be opened for the row that it was sealed for. */
  seal(ownerId: string, text: string): Sealed
  /** Throws if the secret is not configured, or if the bytes were not sealed for this owner. */
  open(ownerId: string, sealed: Sealed): string
}

export type SealOptions = {
  secrets: NamedSecrets
  /** Separates the keys of different uses of one secret. Never changed: what was sealed with it could not be opened. */
  purpose: string
  /** `randomFillSync` of node:crypto. */
  fillRandom: (bytes: Uint8Array) => unknown
  /** The error for a secret that is not configured. */
  onMissing: (secretId: string) => Error
}

const algorithm = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

export function createSeal({ secrets, purpose, fillRandom, onMissing }: SealOptions): Seal {
  const all = [secrets.current, ...(secrets.previous ?? [])]
  const keys = new Map(all.map((one) => [one.id, deriveKey(one, purpose)]))
  const keyOf = (secretId: string): Buffer => {
    const key = keys.get(secretId)
    if (!key) throw onMissing(secretId)
    return key
  }

  return {
    seal(ownerId, text) {
      const nonce = Buffer.alloc(nonceBytes)
      fillRandom(nonce)
      const secretId = secrets.current.id
      const cipher = createCipheriv(algorithm, keyOf(secretId), nonce).setAAD(Buffer.from(ownerId))
      const content = Buffer.concat([cipher.update(text), cipher.final()])
      return { sealed: Buffer.concat([nonce, cipher.getAuthTag(), content]), secretId }
    },
    open(ownerId, { sealed, secretId }) {
      const nonce = sealed.subarray(0, nonceBytes)
      const tag = sealed.subarray(nonceBytes, nonceBytes + tagBytes)
      const decipher = createDecipheriv(algorithm, keyOf(secretId), nonce, { authTagLength: tagBytes })
        .setAAD(Buffer.from(ownerId))
        .setAuthTag(tag)
      const content = decipher.update(sealed.subarray(nonceBytes + tagBytes), undefined, 'utf8')
      return content + decipher.final('utf8')
    },
  }
}

function deriveKey({ secret }: NamedSecret, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret.reveal(), '', purpose, 32))
}
