import type { Allowance } from '@gatehouse/allowances/allowance'
import { allowanceSettings, groupAllowanceSettings } from '@gatehouse/allowances/allowance-settings'
import { billingSettings } from '@gatehouse/billing/billing-settings'
import { type Peppers, keySettings } from '@gatehouse/keys/hash-key'
import { prefixSettings } from '@gatehouse/models/service-names'
import { objectSettings } from '@gatehouse/objects/object-settings'
import { databaseUrl, redisUrl, url, wholeNumberOr } from '@gatehouse/runtime/config-fields'
import { Fault } from '@gatehouse/runtime/fault'
import { describeViolations, readConfig } from '@gatehouse/runtime/read-config'
import type { Secret } from '@gatehouse/runtime/secret'
import { z } from 'zod'
import type { Terminal } from './command.ts'

const databaseSchema = z.object({ DATABASE_URL: databaseUrl() })

/** For commands that access the database directly. */
export function readDatabaseUrl(terminal: Terminal): Secret {
  return readSettings(databaseSchema, terminal).DATABASE_URL
}

const keysSchema = z.object(keySettings)

/** For commands that create API keys. */
export function readPeppers(terminal: Terminal): Peppers {
  return readSettings(keysSchema, terminal).KEY_PEPPERS
}

const keysIfSetSchema = z.object({ KEY_PEPPERS: keySettings.KEY_PEPPERS.optional() })

/** For commands that work without KEY_PEPPERS too. */
export function readPeppersIfSet(terminal: Terminal): Peppers | undefined {
  return readSettings(keysIfSetSchema, terminal).KEY_PEPPERS
}

const serviceKeySchema = z.object({
  SERVICE_KEY_CREDITS_PER_MONTH: wholeNumberOr(10_000, { min: 0, max: 1_000_000_000 }),
})

/** Monthly cap of the AI service's API key, in micro-credits. */
export function readServiceKeyCap(terminal: Pick<Terminal, 'environment'>): bigint {
  return BigInt(readSettings(serviceKeySchema, terminal).SERVICE_KEY_CREDITS_PER_MONTH) * 1_000_000n
}

const prefixSchema = z.object(prefixSettings)

/** Prefix of alias names. */
export function readServicePrefix(terminal: Terminal): string {
  return readSettings(prefixSchema, terminal).SERVICE_PREFIX
}

const reconciliationSchema = z.object({ RECONCILIATION_DATABASE_URL: databaseUrl().optional() })

/** The standby at which the ledger is read; undefined to read it at the primary. */
export function readReconciliationUrl(terminal: Terminal): Secret | undefined {
  return readSettings(reconciliationSchema, terminal).RECONCILIATION_DATABASE_URL
}

const redisSchema = z.object({ REDIS_URL: redisUrl().optional() })

/** For commands that notify running services; undefined if Redis is not configured. */
export function readRedisUrl(terminal: Terminal): Secret | undefined {
  return readSettings(redisSchema, terminal).REDIS_URL
}

const objectsSchema = z.object(objectSettings)

/** For commands that read the copies of revocations and suspensions, or archive calls. */
export function readObjectStoreUrl(terminal: Terminal): Secret {
  const { OBJECT_STORE_URL: storeUrl } = readSettings(objectsSchema, terminal)
  if (storeUrl) return storeUrl
  throw new Fault({
    kind: 'invalid',
    code: 'cli.config',
    publicMessage:
      'OBJECT_STORE_URL is missing: set it to the store of the AI service, which has the copies of revocations and suspensions',
  })
}

const allowanceSchema = z.object(allowanceSettings)

/** Allowance of a company whose plan does not define one. */
export function readDefaultAllowance(terminal: Terminal): Allowance {
  return groupAllowanceSettings(readSettings(allowanceSchema, terminal))
}

const paymentSchema = z.object({
  PAYMENT_API_KEY: billingSettings.PAYMENT_API_KEY.optional(),
  PAYMENT_API_URL: billingSettings.PAYMENT_API_URL,
})

export type PaymentConfig = { apiKey: Secret; apiUrl: string | undefined }

/** For commands that query the payment provider; undefined if none is configured. */
export function readPaymentConfig(terminal: Terminal): PaymentConfig | undefined {
  const { PAYMENT_API_KEY: apiKey, PAYMENT_API_URL: apiUrl } = readSettings(paymentSchema, terminal)
  return apiKey && { apiKey, apiUrl }
}

const developmentSchema = z.object({
  DATABASE_URL: databaseUrl().optional(),
  REDIS_URL: redisUrl().optional(),
  KEY_PEPPERS: z.string().optional(),
  JWT_SECRETS: z.string().optional(),
  PAYMENT_API_KEY: z.string().optional(),
  PAYMENT_API_URL: z.string().optional(),
  PAYMENT_WEBHOOK_SECRETS: z.string().optional(),
  PROVIDER_URL: url('http', 'https').optional(),
  SMTP_URL: z.string().optional(),
  MAIL_FROM: z.string().optional(),
  CONSOLE_URL: url('http', 'https').optional(),
  GENERATOR_INITIAL_STATE: z.string().optional(),
  DEMO_HISTORY: z.enum(['on', 'off']).default('on'),
  // Passed on to the services, which validate it.
  LOG_LEVEL: z.string().optional(),
})

/** For `gatehouse dev`, which starts everything that is not configured here. */
export function readDevelopmentConfig(terminal: Terminal) {
  const settings = readSettings(developmentSchema, terminal)
  return {
    databaseUrl: settings.DATABASE_URL,
    redisUrl: settings.REDIS_URL,
    providerUrl: settings.PROVIDER_URL,
    keyPeppers: settings.KEY_PEPPERS,
    jwtSecrets: settings.JWT_SECRETS,
    logLevel: settings.LOG_LEVEL,
    consoleUrl: settings.CONSOLE_URL?.replace(/\/$/, ''),
    generatorInitialState: settings.GENERATOR_INITIAL_STATE,
    hasHistory: settings.DEMO_HISTORY === 'on',
    payments: pickSettings(settings, 'PAYMENT_API_KEY', ['PAYMENT_API_URL', 'PAYMENT_WEBHOOK_SECRETS']),
    mail: pickSettings(settings, 'SMTP_URL', ['MAIL_FROM']),
  }
}

type Settings = Readonly<Record<string, unknown>>

/**
 * Returns the settings of one group if its first setting is set. They are passed on to the services, which validate
 * them.
 */
function pickSettings(
  settings: Settings,
  first: string,
  others: readonly string[],
): Record<string, string> | undefined {
  if (settings[first] === undefined) return undefined
  const names = [first, ...others].filter((name) => settings[name] !== undefined)
  return Object.fromEntries(names.map((name) => [name, String(settings[name])]))
}

function readSettings<Schema extends z.ZodType>(
  schema: Schema,
  terminal: Pick<Terminal, 'environment'>,
): z.output<Schema> {
  const outcome = readConfig(schema, terminal.environment)
  if (outcome.kind === 'valid') return outcome.config
  throw new Fault({
    kind: 'invalid',
    code: 'cli.config',
    publicMessage: describeViolations('the environment', outcome.violations),
  })
}
