import { keySettings } from '@gatehouse/keys/key-settings'
import { wholeNumberOr } from '@gatehouse/runtime/config-fields'
import { groupServiceSettings, serviceSettings } from '@gatehouse/service/service-settings'
import { z } from 'zod'

export const gatewayConfigSchema = z
  .object({
    ...serviceSettings({ port: 8080 }),
    ...keySettings,
    OVERLOAD_LAG_MS: wholeNumberOr(250, { min: 20, max: 60_000 }),
  })
  .transform((environment) => ({
    ...groupServiceSettings(environment),
    keyPeppers: environment.KEY_PEPPERS,
    overloadLagMs: environment.OVERLOAD_LAG_MS,
  }))

/** With the environment itself, in which routes find the credentials that they name. */
export type GatewayConfig = z.output<typeof gatewayConfigSchema> & {
  environment: Readonly<Record<string, string | undefined>>
}
