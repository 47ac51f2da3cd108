import type { NamedSecrets } from '@gatehouse/runtime/named-secrets'
import { type Seal, createSeal } from '@gatehouse/runtime/seal'
import { ssoSecretMissing } from './sso-faults.ts'

export type SsoSealDeps = { secrets: NamedSecrets; fillRandom: (bytes: Uint8Array) => unknown }

/** Encrypts the client secrets of companies, each bound to its company's id. */
export function createSsoSeal({ secrets, fillRandom }: SsoSealDeps): Seal {
  return createSeal({
    secrets,
    fillRandom,
    purpose: 'gatehouse sso client secrets',
    onMissing: (secretId) =>
      ssoSecretMissing(
        `SSO_SECRETS lacks the secret ${secretId}, with which a client secret is sealed. Add it to SSO_SECRETS.`,
      ),
  })
}
