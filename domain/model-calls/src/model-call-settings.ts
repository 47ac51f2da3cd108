import { type ServiceNames, createServiceNames, prefixSettings } from '@gatehouse/models/service-names'
import { url } from '@gatehouse/runtime/config-fields'
import { Secret } from '@gatehouse/runtime/secret'
import { z } from 'zod'

/** Settings of an app that calls models; spread into the app's own schema. */
export const modelCallSettings = {
  GATEWAY_URL: url('http', 'https').optional(),
  GATEWAY_SERVICE_KEY: z
    .string()
    .transform((value) => new Secret(value))
    .optional(),
  ...prefixSettings,
  AI_MODEL_ALIAS: z.string().min(1).optional(),
}

export type ModelCallConfig = { gatewayUrl: string; serviceKey: Secret; names: ServiceNames }

type Environment = z.output<z.ZodObject<typeof modelCallSettings>>

/** Undefined if no gateway is configured. */
export function groupModelCallSettings(
  { GATEWAY_URL: gatewayUrl, GATEWAY_SERVICE_KEY: serviceKey, SERVICE_PREFIX: prefix }: Environment,
  context: z.RefinementCtx,
): ModelCallConfig | undefined {
  if (gatewayUrl !== undefined && serviceKey !== undefined)
    return { gatewayUrl, serviceKey, names: createServiceNames(prefix) }
  const [missing, given] =
    gatewayUrl === undefined ? ['GATEWAY_URL', serviceKey] : ['GATEWAY_SERVICE_KEY', gatewayUrl]
  if (given !== undefined)
    context.addIssue({ code: 'custom', path: [missing], message: 'must be set too, or leave both unset' })
  return undefined
}

/** Alias that background work uses; AI_MODEL_ALIAS overrides the default. */
export function toModelAlias({ AI_MODEL_ALIAS: alias, SERVICE_PREFIX: prefix }: Environment): string {
  return alias ?? createServiceNames(prefix).alias('extract-default')
}
