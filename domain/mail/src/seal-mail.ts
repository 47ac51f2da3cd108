// Encrypts the bodies of a mail until it is sent. The key is derived from a secret that is not in the database, so that
// the database or a backup of it does not reveal the links in its mails.
import { Fault } from '@gatehouse/runtime/fault'
import type { NamedSecrets } from '@gatehouse/runtime/named-secrets'
import { type Sealed, createSeal } from '@gatehouse/runtime/seal'

declare module '@gatehouse/runtime/fault' {
  interface FaultCodes {
    mail: 'mail.secret_missing'
  }
}

export type MailBodies = { text: string; html: string }

export type MailSeal = {
  seal(mailId: string, bodies: MailBodies): Sealed
  /** Throws a fault if the secret is not configured, or if the bytes were not sealed for this mail. */
  open(mailId: string, sealed: Sealed): MailBodies
}

/** `fillRandom` is `randomFillSync` of node:crypto. */
export type MailSealDeps = { secrets: NamedSecrets; fillRandom: (bytes: Uint8Array) => unknown }

export function createMailSeal({ secrets, fillRandom }: MailSealDeps): MailSeal {
  const inner = createSeal({
    secrets,
    fillRandom,
    purpose: 'gatehouse mail bodies',
    onMissing: (secretId) =>
      mailSecretMissing(
        `MAIL_SECRETS lacks the secret ${secretId}, with which a mail is sealed. Add it to MAIL_SECRETS.`,
      ),
  })
  return {
    seal: (mailId, bodies) => inner.seal(mailId, JSON.stringify(bodies)),
    open: (mailId, sealed) => JSON.parse(inner.open(mailId, sealed)) as MailBodies,
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

function mailSecretMissing(publicMessage: string): Fault {
  return new Fault({ kind: 'unavailable', code: 'mail.secret_missing', publicMessage })
}
