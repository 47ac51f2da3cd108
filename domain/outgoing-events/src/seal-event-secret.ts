import { Fault } from '@gatehouse/runtime/fault'
import type { NamedSecrets } from '@gatehouse/runtime/named-secrets'
import { type Seal, createSeal } from '@gatehouse/runtime/seal'

declare module '@gatehouse/runtime/fault' {
  interface FaultCodes {
    events_secret: 'events.secret_missing'
  }
}

export type EventSealDeps = { secrets: NamedSecrets; fillRandom: (bytes: Uint8Array) => unknown }

/** Encrypts the signing secrets of endpoints, each bound to its endpoint's id. */
export function createEventSeal({ secrets, fillRandom }: EventSealDeps): Seal {
  return createSeal({
    secrets,
    fillRandom,
    purpose: 'gatehouse event secrets',
    onMissing: (secretId) =>
      eventSecretMissing(
        `EVENT_SECRETS lacks the secret ${secretId}, with which a signing secret is sealed. Add it to EVENT_SECRETS.`,
      ),
  })
}

export function eventSecretMissing(publicMessage: string): Fault {
  return new Fault({ kind: 'unavailable', code: 'events.secret_missing', publicMessage })
}
