import { keySettings } from '@gatehouse/keys/key-settings'
import { groupServiceSettings, serviceSettings } from '@gatehouse/service/service-settings'
import { z } from 'zod'

export const gatewayConfigSchema = z
  .object({ ...serviceSettings({ port: 8080 }), ...keySettings })
  .transform((environment) => ({
    ...groupServiceSettings(environment),
    keyPeppers: environment.KEY_PEPPERS,
  }))

/** With the environment itself, in which routes find the credentials that they name. */
export type GatewayConfig = z.output<typeof gatewayConfigSchema> & {
  environment: Readonly<Record<string, string | undefined>>
}
