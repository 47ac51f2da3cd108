import { billingSettings } from '@gatehouse/billing/billing-settings'
import type { Peppers } from '@gatehouse/keys/hash-key'
import { keySettings } from '@gatehouse/keys/key-settings'
import { secretUrl, url } from '@gatehouse/runtime/config-fields'
import { Fault } from '@gatehouse/runtime/fault'
import { describeViolations, readConfig } from '@gatehouse/runtime/read-config'
import type { Secret } from '@gatehouse/runtime/secret'
import { z } from 'zod'
import type { Terminal } from './command.ts'

const databaseSchema = z.object({ DATABASE_URL: secretUrl('postgres', 'postgresql') })

/** For the commands that work on the database directly. */
export function readDatabaseUrl(terminal: Terminal): Secret {
  return readSettings(databaseSchema, terminal).DATABASE_URL
}

const keysSchema = z.object(keySettings)

/** For the commands that make keys. */
export function readPeppers(terminal: Terminal): Peppers {
  return readSettings(keysSchema, terminal).KEY_PEPPERS
}

const keysIfSetSchema = z.object({ KEY_PEPPERS: keySettings.KEY_PEPPERS.optional() })

/** For those that can do without. */
export function readPeppersIfSet(terminal: Terminal): Peppers | undefined {
  return readSettings(keysIfSetSchema, terminal).KEY_PEPPERS
}

const redisSchema = z.object({ REDIS_URL: secretUrl('redis', 'rediss').optional() })

/** For the commands that tell running services something, and can do without. */
export function readRedisUrl(terminal: Terminal): Secret | undefined {
  return readSettings(redisSchema, terminal).REDIS_URL
}

const paymentSchema = z.object({
  PAYMENT_API_KEY: billingSettings.PAYMENT_API_KEY.optional(),
  PAYMENT_API_URL: billingSettings.PAYMENT_API_URL,
})

export type PaymentConfig = { apiKey: Secret; apiUrl: string | undefined }

/** For the commands that ask the payment provider; undefined where none is configured. */
export function readPaymentConfig(terminal: Terminal): PaymentConfig | undefined {
  const { PAYMENT_API_KEY: apiKey, PAYMENT_API_URL: apiUrl } = readSettings(paymentSchema, terminal)
  return apiKey && { apiKey, apiUrl }
}

const developmentSchema = z.object({
  DATABASE_URL: secretUrl('postgres', 'postgresql').optional(),
  REDIS_URL: secretUrl('redis', 'rediss').optional(),
  KEY_PEPPERS: z.string().optional(),
  JWT_SECRETS: z.string().optional(),
  PAYMENT_API_KEY: z.string().optional(),
  PAYMENT_API_URL: z.string().optional(),
  PAYMENT_WEBHOOK_SECRETS: z.string().optional(),
  PROVIDER_URL: url('http', 'https').optional(),
  // The services check it; here it only has to get through to them.
  LOG_LEVEL: z.string().optional(),
})

/** For `gatehouse dev`, which starts by itself whatever is not named here. */
export function readDevelopmentConfig(terminal: Terminal) {
  const settings = readSettings(developmentSchema, terminal)
  return {
    databaseUrl: settings.DATABASE_URL,
    redisUrl: settings.REDIS_URL,
    providerUrl: settings.PROVIDER_URL,
    keyPeppers: settings.KEY_PEPPERS,
    jwtSecrets: settings.JWT_SECRETS,
    logLevel: settings.LOG_LEVEL,
    payments: readPayments(settings),
  }
}

/** The backend checks them; here they only have to get through to it. */
function readPayments(settings: z.output<typeof developmentSchema>): Record<string, string> | undefined {
  const { PAYMENT_API_KEY, PAYMENT_API_URL, PAYMENT_WEBHOOK_SECRETS } = settings
  if (PAYMENT_API_KEY === undefined) return undefined
  return {
    PAYMENT_API_KEY,
    ...(PAYMENT_API_URL === undefined ? {} : { PAYMENT_API_URL }),
    ...(PAYMENT_WEBHOOK_SECRETS === undefined ? {} : { PAYMENT_WEBHOOK_SECRETS }),
  }
}

function readSettings<Schema extends z.ZodType>(schema: Schema, terminal: Terminal): z.output<Schema> {
  const outcome = readConfig(schema, terminal.environment)
  if (outcome.kind === 'valid') return outcome.config
  throw new Fault({
    kind: 'invalid',
    code: 'cli.config',
    publicMessage: describeViolations('the environment', outcome.violations),
  })
}
