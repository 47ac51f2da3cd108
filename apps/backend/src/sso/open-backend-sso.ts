import { randomFillSync } from 'node:crypto'
import type { JudgeAddress } from '@gatehouse/identity/guarded-fetch'
import { createGuardedFetch } from '@gatehouse/identity/guarded-fetch'
import { createOpenidProvider } from '@gatehouse/identity/openid-provider'
import { createSsoSeal } from '@gatehouse/identity/seal-client-secret'
import { ssoSecretMissing } from '@gatehouse/identity/sso-faults'
import type { SsoLoginDeps } from '@gatehouse/identity/start-sso-login'
import { createJudgeAddress } from '@gatehouse/outgoing-events/judge-address'
import type { Seal } from '@gatehouse/runtime/seal'
import type { ServiceResources } from '@gatehouse/service/start-service'
import type { BackendConfig } from '../config.ts'

export type BackendSso = Pick<SsoLoginDeps, 'provider' | 'redirectUri'> & {
  judgeAddress: JudgeAddress
  /** Throws a fault if SSO_SECRETS is not set: there is no single sign-on then. */
  requireSeal(): Seal
}

export function openBackendSso(
  { clock }: ServiceResources,
  { billing, sso }: Pick<BackendConfig, 'billing' | 'sso'>,
  scope: AsyncDisposableStack,
): BackendSso {
  const judgeAddress = createJudgeAddress(sso.allowedRanges)
  const guarded = createGuardedFetch({ judgeAddress })
  scope.defer(() => guarded.close())
  const seal = sso.secrets && createSsoSeal({ secrets: sso.secrets, fillRandom: randomFillSync })
  return {
    judgeAddress,
    provider: createOpenidProvider({ clock, request: guarded.fetch }),
    redirectUri: (companyId) => `${billing.consoleUrl}/sso/callback/${companyId}`,
    requireSeal() {
      if (!seal)
        throw ssoSecretMissing('Single sign-on is not available here. The operator has to set SSO_SECRETS.')
      return seal
    },
  }
}
