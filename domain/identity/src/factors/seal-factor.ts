// Encrypts the secrets of authenticator apps, so that the database or a backup of it does not allow to compute codes.
import type { NamedSecrets } from '@gatehouse/runtime/named-secrets'
import { type Seal, createSeal } from '@gatehouse/runtime/seal'
import type { FillRandom } from '../token/refresh-token.ts'
import { factorSecretMissing } from './factor-faults.ts'

/** Without secrets no authenticator app can be set up or checked, and the faults say what to set. */
export function createFactorSeal(secrets: NamedSecrets | undefined, fillRandom: FillRandom): Seal {
  if (!secrets) {
    const refuse = () => {
      throw factorSecretMissing('Authenticator apps are unavailable: set FACTOR_SECRETS for the backend.')
    }
    return { seal: refuse, open: refuse }
  }
  return createSeal({
    secrets,
    fillRandom,
    purpose: 'gatehouse second factors',
    onMissing: (secretId) =>
      factorSecretMissing(
        `FACTOR_SECRETS lacks the secret ${secretId}, with which a second factor is sealed. Add it to FACTOR_SECRETS.`,
      ),
  })
}
