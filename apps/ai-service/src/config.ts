import { billingSettings, toConsoleUrl } from '@gatehouse/billing/billing-settings'
import { allowanceSettings, groupAllowanceSettings } from '@gatehouse/allowances/allowance-settings'
import { groupMailSettings, mailSecretSettings, mailSettings } from '@gatehouse/mail/mail-settings'
import {
  groupModelCallSettings,
  modelCallSettings,
  toModelAlias,
} from '@gatehouse/model-calls/model-call-settings'
import { eventSettings } from '@gatehouse/outgoing-events/event-settings'
import { objectSettings } from '@gatehouse/objects/object-settings'
import { databaseUrl, wholeNumber, wholeNumberOr } from '@gatehouse/runtime/config-fields'
import { groupServiceSettings, serviceSettings } from '@gatehouse/service/service-settings'
import { z } from 'zod'
import { internalCallers } from './internal/callers.ts'

export const aiServiceConfigSchema = z
  .object({
    ...serviceSettings({ port: 8082, connectionsMax: 1_000 }),
    ...allowanceSettings,
    ...mailSettings,
    ...mailSecretSettings,
    ...eventSettings,
    ...modelCallSettings,
    ...objectSettings,
    PAYMENT_API_KEY: billingSettings.PAYMENT_API_KEY.optional(),
    PAYMENT_API_URL: billingSettings.PAYMENT_API_URL,
    CONSOLE_URL: billingSettings.CONSOLE_URL,
    GENERATOR_INITIAL_STATE: z.enum(['running', 'stopped'], 'must be running or stopped').default('running'),
    CALL_PARTITIONS: z.enum(['week', 'day'], 'must be week or day').default('week'),
    RECONCILIATION_DATABASE_URL: databaseUrl().optional(),
    TASK_HOUSEKEEPING_SECONDS: wholeNumberOr(60, { min: 1, max: 3_600 }),
    INTERNAL_CALLERS: internalCallers(),
    INTERNAL_PORT: wholeNumber({ min: 0, max: 65_535 }).optional(),
  })
  .refine(
    ({ PORT, METRICS_PORT, INTERNAL_PORT }) =>
      !INTERNAL_PORT || ![PORT, METRICS_PORT].includes(INTERNAL_PORT),
    {
      path: ['INTERNAL_PORT'],
      message: 'must differ from PORT and METRICS_PORT: leave it out to serve internal routes on PORT',
    },
  )
  .transform((environment, context) => ({
    ...groupServiceSettings(environment),
    callers: environment.INTERNAL_CALLERS,
    allowance: groupAllowanceSettings(environment),
    internalPort: environment.INTERNAL_PORT,
    modelAlias: toModelAlias(environment),
    generatorInitialState: environment.GENERATOR_INITIAL_STATE,
    modelCalls: groupModelCallSettings(environment, context),
    mail: groupMailSettings(environment, context),
    mailSecrets: environment.MAIL_SECRETS,
    outgoingEvents: {
      secrets: environment.EVENT_SECRETS,
      allowedRanges: environment.EVENT_ALLOWED_RANGES,
    },
    partitionLength: environment.CALL_PARTITIONS,
    reconciliationUrl: environment.RECONCILIATION_DATABASE_URL,
    housekeepingSeconds: environment.TASK_HOUSEKEEPING_SECONDS,
    payments: environment.PAYMENT_API_KEY && {
      apiKey: environment.PAYMENT_API_KEY,
      apiUrl: environment.PAYMENT_API_URL,
    },
    consoleUrl: toConsoleUrl(environment.CONSOLE_URL),
    objectStoreUrl: environment.OBJECT_STORE_URL,
  }))

export type AiServiceConfig = z.output<typeof aiServiceConfigSchema>
