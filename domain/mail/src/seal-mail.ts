// Encrypts the bodies of a mail until it is sent. The key is derived from a secret that is not in the database, so that
// the database or a backup of it does not reveal the links in its mails.
import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto'
import { Fault } from '@gatehouse/runtime/fault'
import type { NamedSecret, NamedSecrets } from '@gatehouse/runtime/named-secrets'

declare module '@gatehouse/runtime/fault' {
  interface FaultCodes {
    mail: 'mail.secret_missing'
  }
}

export type MailBodies = { text: string; html: string }

export type SealedBodies = { sealed: Buffer; secretId: string }

export type MailSeal = {
  seal(mailId: string, bodies: MailBodies): SealedBodies
  /** Throws a fault if the secret is not configured, or if the bytes were not sealed for this mail. */
  open(mailId: string, sealed: SealedBodies): MailBodies
}

/** `fillRandom` is `randomFillSync` of node:crypto. */
export type MailSealDeps = { secrets: NamedSecrets; fillRandom: (bytes: Uint8Array) => unknown }

const algorithm = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

export function createMailSeal({ secrets, fillRandom }: MailSealDeps): MailSeal {
  const keys = new Map([secrets.current, ...(secrets.previous ?? [])].map((one) => [one.id, deriveKey(one)]))
  const keyOf = (secretId: string): Buffer => {
    const key = keys.get(secretId)
    if (!key)
      throw mailSecretMissing(
        `MAIL_SECRETS lacks the secret ${secretId}, with which a mail is sealed. Add it to MAIL_SECRETS.`,
      )
    return key
  }

  return {
    seal(mailId, bodies) {
      const nonce = Buffer.alloc(nonceBytes)
      fillRandom(nonce)
      const secretId = secrets.current.id
      const cipher = createCipheriv(algorithm, keyOf(secretId), nonce).setAAD(Buffer.from(mailId))
      const content = Buffer.concat([cipher.update(JSON.stringify(bodies)), cipher.final()])
      return { sealed: Buffer.concat([nonce, cipher.getAuthTag(), content]), secretId }
    },
    open(mailId, { sealed, secretId }) {
      const nonce = sealed.subarray(0, nonceBytes)
      const tag = sealed.subarray(nonceBytes, nonceBytes + tagBytes)
      const decipher = createDecipheriv(algorithm, keyOf(secretId), nonce, { authTagLength: tagBytes })
        .setAAD(Buffer.from(mailId))
        .setAuthTag(tag)
      const content = decipher.update(sealed.subarray(nonceBytes + tagBytes), undefined, 'utf8')
      return JSON.parse(content + decipher.final('utf8')) as MailBodies
    },
  }
}

/** For a process without secrets: it can neither write nor send a confidential mail, and its faults say what to set. */
export const noMailSeal: MailSeal = {
  seal: () => {
    throw mailSecretMissing('Set MAIL_SECRETS, the same for the backend and the AI service.')
  },
  open: () => {
    throw mailSecretMissing('Set MAIL_SECRETS, the same for the backend and the AI service.')
  },
}

function deriveKey({ secret }: NamedSecret): Buffer {
  return Buffer.from(hkdfSync('sha256', secret.reveal(), '', 'gatehouse mail bodies', 32))
}

function mailSecretMissing(publicMessage: string): Fault {
  return new Fault({ kind: 'unavailable', code: 'mail.secret_missing', publicMessage })
}
