import { url } from '@gatehouse/runtime/config-fields'
import { groupServiceSettings, serviceSettings } from '@gatehouse/service/service-settings'
import { z } from 'zod'

const loopbackHosts = new Set(['127.0.0.1', '::1'])

export const gatewayConfigSchema = z
  .object({
    ...serviceSettings({ port: 8080 }),
    PASS_THROUGH_URL: url('http', 'https').optional(),
  })
  .refine(
    (environment) => environment.PASS_THROUGH_URL === undefined || loopbackHosts.has(environment.HOST),
    {
      path: ['PASS_THROUGH_URL'],
      message:
        'is for development: it forwards without a key and without a charge, so HOST must be a loopback address',
    },
  )
  .transform((environment) => ({
    ...groupServiceSettings(environment),
    passThroughUrl: environment.PASS_THROUGH_URL,
  }))

export type GatewayConfig = z.output<typeof gatewayConfigSchema>
