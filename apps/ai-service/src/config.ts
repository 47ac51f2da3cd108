import { groupServiceSettings, serviceSettings } from '@gatehouse/service/service-settings'
import { z } from 'zod'
import { internalCallers } from './internal/callers.ts'

export const aiServiceConfigSchema = z
  .object({ ...serviceSettings({ port: 8082 }), INTERNAL_CALLERS: internalCallers() })
  .transform((environment) => ({
    ...groupServiceSettings(environment),
    callers: environment.INTERNAL_CALLERS,
  }))

export type AiServiceConfig = z.output<typeof aiServiceConfigSchema>
