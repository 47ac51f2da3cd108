import { groupServiceSettings, serviceSettings } from '@gatehouse/service/service-settings'
import { z } from 'zod'

export const aiServiceConfigSchema = z
  .object({ ...serviceSettings({ port: 8082 }) })
  .transform((environment) => groupServiceSettings(environment))
