import { allowanceSettings, groupAllowanceSettings } from '@gatehouse/allowances/allowance-settings'
import { billingSettings, groupBillingSettings, toConsoleUrl } from '@gatehouse/billing/billing-settings'
import { receiptKeySettings } from '@gatehouse/credits/receipt-signer'
import { factorSettings, identitySettings } from '@gatehouse/identity/identity-settings'
import { groupPasskeySettings, passkeySettings } from '@gatehouse/identity/passkey-settings'
import { ssoSettings } from '@gatehouse/identity/sso-settings'
import { keySettings } from '@gatehouse/keys/hash-key'
import { mailSecretSettings } from '@gatehouse/mail/mail-settings'
import { eventSettings } from '@gatehouse/outgoing-events/event-settings'
import { objectSettings } from '@gatehouse/objects/object-settings'
import { url, wholeNumberOr } from '@gatehouse/runtime/config-fields'
import { groupServiceSettings, serviceSettings } from '@gatehouse/service/service-settings'
import { z } from 'zod'
import { aiServiceSettings, groupAiServiceSettings } from './ai-service/ai-service-settings.ts'

export const backendConfigSchema = z
  .object({
    ...serviceSettings({ port: 8081, connectionsMax: 5_000 }),
    ...allowanceSettings,
    ...identitySettings,
    ...factorSettings,
    ...passkeySettings,
    ...keySettings,
    ...receiptKeySettings,
    ...billingSettings,
    ...aiServiceSettings,
    ...objectSettings,
    ...mailSecretSettings,
    ...eventSettings,
    ...ssoSettings,
    CONSOLE_DIRECTORY: z.string().min(1).optional(),
    PUBLIC_GATEWAY_URL: url('http', 'https').optional(),
    ADDRESS_REQUESTS_PER_MINUTE: wholeNumberOr(600, { min: 1, max: 1_000_000_000 }),
    INVITATIONS_PER_DAY: wholeNumberOr(100, { min: 0, max: 1_000_000 }),
  })
  .transform((environment, context) => ({
    ...groupServiceSettings(environment),
    relyingParty: groupPasskeySettings(environment, toConsoleUrl(environment.CONSOLE_URL), context),
    allowance: groupAllowanceSettings(environment),
    tokenSecrets: environment.JWT_SECRETS,
    factors: {
      secrets: environment.FACTOR_SECRETS,
      isRequiredForSuperAdmins: environment.SUPER_ADMIN_FACTOR === 'required',
    },
    keyPeppers: environment.KEY_PEPPERS,
    receiptKeys: environment.RECEIPT_KEYS,
    billing: groupBillingSettings(environment),
    aiService: groupAiServiceSettings(environment, context),
    objectStoreUrl: environment.OBJECT_STORE_URL,
    mailSecrets: environment.MAIL_SECRETS,
    outgoingEvents: {
      secrets: environment.EVENT_SECRETS,
      allowedRanges: environment.EVENT_ALLOWED_RANGES,
    },
    sso: { secrets: environment.SSO_SECRETS, allowedRanges: environment.SSO_ALLOWED_RANGES },
    console: {
      directory: environment.CONSOLE_DIRECTORY,
      gatewayUrl: environment.PUBLIC_GATEWAY_URL?.replace(/\/$/, ''),
    },
    addressRequestsPerMinute: environment.ADDRESS_REQUESTS_PER_MINUTE,
    invitationsPerDay: environment.INVITATIONS_PER_DAY,
  }))

export type BackendConfig = z.output<typeof backendConfigSchema>
