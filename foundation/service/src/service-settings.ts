import { httpSettings } from '@gatehouse/http/http-settings'
import { postgresSettings } from '@gatehouse/postgres/postgres-settings'
import { redisSettings } from '@gatehouse/redis/redis-settings'
import { logLevels } from '@gatehouse/telemetry/log-entry'
import { z } from 'zod'

/** The environment variables that all services share; each service adds its own and groups them. */
export function serviceSettings(defaults: { port: number; connectionsMax: number }) {
  return {
    LOG_LEVEL: z.enum(logLevels, `must be one of ${logLevels.join(', ')}`).default('info'),
    ...httpSettings(defaults),
    ...postgresSettings,
    ...redisSettings,
  }
}

type ServiceEnvironment = z.output<z.ZodObject<ReturnType<typeof serviceSettings>>>

export type ServiceConfig = ReturnType<typeof groupServiceSettings>

export function groupServiceSettings(environment: ServiceEnvironment) {
  return {
    log: { level: environment.LOG_LEVEL },
    http: {
      host: environment.HOST,
      port: environment.PORT,
      metricsPort: environment.METRICS_PORT,
      trustedProxies: environment.TRUSTED_PROXIES,
      connectionLimits: {
        max: environment.CONNECTIONS_MAX,
        perAddressMax: environment.CONNECTIONS_PER_ADDRESS_MAX,
      },
      shutdownLeadMs: environment.SHUTDOWN_LEAD_MS,
      shutdownGraceMs: environment.SHUTDOWN_GRACE_MS,
    },
    postgres: { url: environment.DATABASE_URL, poolSizeMax: environment.DATABASE_POOL_SIZE_MAX },
    redis: { url: environment.REDIS_URL },
  }
}
