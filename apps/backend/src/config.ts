import { groupServiceSettings, serviceSettings } from '@gatehouse/service/service-settings'
import { z } from 'zod'

export const backendConfigSchema = z
  .object({ ...serviceSettings({ port: 8081 }) })
  .transform((environment) => groupServiceSettings(environment))
