// The settings that `gatehouse dev` passes to each service.
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { DevelopmentMail } from './open-mail.ts'
import type { DevelopmentPayments } from './open-payments.ts'
import type { SeededKeys } from './seed/seed-keys.ts'

type Settings = Record<string, string>

export type SettingsOrder = SeededKeys & {
  databaseUrl: string
  redisUrl: string
  dataDirectory: string
  jwtSecrets: string | undefined
  logLevel: string | undefined
  generatorInitialState: string | undefined
  mail: Pick<DevelopmentMail, 'settings'>
  /** Where the console is, and the folder of its built files. */
  console: { url: string; directory: string }
  payments: Pick<DevelopmentPayments, 'settings'>
}

// Not secrets: only for a developer's own machine.
export const developerSecret = 'not-a-secret-only-for-gatehouse-dev'
const factorSecrets = 'dev:not-a-secret-only-for-factors-of-gatehouse-dev'
const mailSecrets = 'dev:not-a-secret-only-for-mails-of-gatehouse-dev'
const receiptKeys = `dev:${Buffer.alloc(32, 'not a secret').toString('base64url')}`
export const eventSecrets = 'dev:not-a-secret-only-for-events-of-gatehouse-dev'
const backendSecret = 'not-a-secret-of-the-backend-in-gatehouse-dev'

/** Directory in which `gatehouse dev` stores uploaded documents. */
export function objectsUrl(dataDirectory: string): string {
  return pathToFileURL(resolve(dataDirectory, 'objects')).href
}

/**
 * Composes the settings of each service. The AI service calls the gateway, and the backend calls the AI service, so
 * their settings need the port of the service they call.
 */
export function composeSettings(order: SettingsOrder) {
  const { peppers, serviceKey, logLevel, generatorInitialState, mail, payments } = order
  const common: Settings = {
    DATABASE_URL: order.databaseUrl,
    REDIS_URL: order.redisUrl,
    HOST: '127.0.0.1',
    ...(logLevel === undefined ? {} : { LOG_LEVEL: logLevel }),
  }
  const objects = { OBJECT_STORE_URL: objectsUrl(order.dataDirectory) }
  // A developer's receivers run on the same machine.
  const events = { EVENT_SECRETS: eventSecrets, EVENT_ALLOWED_RANGES: '127.0.0.0/8,::1' }
  return {
    gateway: {
      ...common,
      KEY_PEPPERS: peppers,
      RECEIPT_KEYS: receiptKeys,
      // The playground of the console calls the gateway from the browser.
      CONSOLE_ORIGIN: new URL(order.console.url).origin,
    },
    aiService: (gatewayPort: string): Settings => ({
      ...common,
      ...objects,
      ...mail.settings,
      // The AI service runs reconciliation, which compares the ledger with the payment provider.
      ...payments.settings,
      ...(generatorInitialState === undefined ? {} : { GENERATOR_INITIAL_STATE: generatorInitialState }),
      INTERNAL_CALLERS: `developer/rooms+generator+monitoring:${developerSecret},backend/generator+monitoring:${backendSecret}`,
      GATEWAY_URL: `http://127.0.0.1:${gatewayPort}/llm/v1`,
      GATEWAY_SERVICE_KEY: serviceKey,
      MAIL_SECRETS: mailSecrets,
      CONSOLE_URL: order.console.url,
      ...events,
    }),
    backend: (aiServicePort: string, gatewayPort: string): Settings => ({
      ...common,
      ...objects,
      ...payments.settings,
      KEY_PEPPERS: peppers,
      RECEIPT_KEYS: receiptKeys,
      JWT_SECRETS: order.jwtSecrets ?? developerSecret,
      CONSOLE_URL: order.console.url,
      CONSOLE_DIRECTORY: order.console.directory,
      PUBLIC_GATEWAY_URL: `http://127.0.0.1:${gatewayPort}/llm/v1`,
      AI_SERVICE_URL: `http://127.0.0.1:${aiServicePort}`,
      AI_SERVICE_SECRET: backendSecret,
      FACTOR_SECRETS: factorSecrets,
      MAIL_SECRETS: mailSecrets,
      ...events,
      SSO_SECRETS: mailSecrets,
      // A provider for development runs on the same machine.
      SSO_ALLOWED_RANGES: '127.0.0.0/8',
    }),
  }
}
