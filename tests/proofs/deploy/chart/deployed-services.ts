// The services that deploy/ starts, with the settings that each reads.
import { aiServiceConfigSchema } from '@gatehouse/ai-service/config'
import { backendConfigSchema } from '@gatehouse/backend/config'
import { gatewayConfigSchema } from '@gatehouse/gateway/config'
import { z } from 'zod'

export type DeployedService = (typeof services)[number]

export const services = [
  { component: 'gateway', key: 'gateway', schema: gatewayConfigSchema },
  { component: 'backend', key: 'backend', schema: backendConfigSchema },
  { component: 'ai-service', key: 'aiService', schema: aiServiceConfigSchema },
] as const

const secret = 's'.repeat(48)
/** Secrets that the services accept. */
export const secretValues: Readonly<Record<string, string>> = {
  DATABASE_URL: 'postgres://gatehouse@db:5432/gatehouse',
  REDIS_URL: 'redis://cache:6379',
  KEY_PEPPERS: `one:${secret}`,
  JWT_SECRETS: secret,
  PAYMENT_API_KEY: `sk_test_${secret}`,
  PAYMENT_WEBHOOK_SECRETS: `whsec_${secret}`,
  INTERNAL_CALLERS: `backend/generator+monitoring:${secret}`,
  AI_SERVICE_SECRET: secret,
  GATEWAY_SERVICE_KEY: secret,
}

/** The settings of a schema whose object is wrapped by refinements and transformations. */
export function settingsOf(schema: z.ZodType): string[] {
  if (schema instanceof z.ZodObject) return Object.keys(schema.shape)
  if (schema instanceof z.ZodPipe) return settingsOf(schema.in as z.ZodType)
  throw new Error('the schema of the settings is not an object')
}
