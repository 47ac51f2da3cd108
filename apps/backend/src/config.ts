import { billingSettings, groupBillingSettings } from '@gatehouse/billing/billing-settings'
import { identitySettings } from '@gatehouse/identity/identity-settings'
import { keySettings } from '@gatehouse/keys/key-settings'
import { mailSecretSettings } from '@gatehouse/mail/mail-settings'
import { objectSettings } from '@gatehouse/objects/object-settings'
import { groupServiceSettings, serviceSettings } from '@gatehouse/service/service-settings'
import { z } from 'zod'
import { aiServiceSettings, groupAiServiceSettings } from './ai-service/ai-service-settings.ts'

export const backendConfigSchema = z
  .object({
    ...serviceSettings({ port: 8081, connectionsMax: 5_000 }),
    ...identitySettings,
    ...keySettings,
    ...billingSettings,
    ...aiServiceSettings,
    ...objectSettings,
    ...mailSecretSettings,
  })
  .transform((environment, context) => ({
    ...groupServiceSettings(environment),
    tokenSecrets: environment.JWT_SECRETS,
    keyPeppers: environment.KEY_PEPPERS,
    billing: groupBillingSettings(environment),
    aiService: groupAiServiceSettings(environment, context),
    objectStoreUrl: environment.OBJECT_STORE_URL,
    mailSecrets: environment.MAIL_SECRETS,
  }))

export type BackendConfig = z.output<typeof backendConfigSchema>
