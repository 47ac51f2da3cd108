import { isIP } from 'node:net'
import {
  addressRanges,
  databaseUrl,
  port,
  redisUrl,
  wholeNumber,
  wholeNumberOr,
} from '@gatehouse/runtime/config-fields'
import { logLevels } from '@gatehouse/telemetry/create-logger'
import { z } from 'zod'

/** The environment variables that all services share; each service adds its own and groups them. */
export function serviceSettings(defaults: { port: number; connectionsMax: number }) {
  return {
    LOG_LEVEL: z.enum(logLevels, `must be one of ${logLevels.join(', ')}`).default('info'),
    HOST: listenAddress().default('127.0.0.1'),
    PORT: port(defaults.port),
    METRICS_PORT: wholeNumber({ min: 0, max: 65_535 }).optional(),
    TRUSTED_PROXIES: addressRanges(),
    CONNECTIONS_MAX: wholeNumberOr(defaults.connectionsMax, { min: 1, max: 1_000_000 }),
    CONNECTIONS_PER_ADDRESS_MAX: wholeNumber({ min: 1, max: 1_000_000 }).optional(),
    SHUTDOWN_LEAD_MS: wholeNumberOr(5_000, { min: 0, max: 120_000 }),
    SHUTDOWN_GRACE_MS: wholeNumberOr(900_000, { min: 0, max: 3_600_000 }),
    DATABASE_URL: databaseUrl(),
    DATABASE_POOL_SIZE_MAX: wholeNumberOr(20, { min: 1, max: 500 }),
    REDIS_URL: redisUrl(),
  }
}

/**
 * Must be an IP address: a name such as localhost may resolve to two addresses, so there would be two listeners, and
 * the drain knows only one.
 */
function listenAddress() {
  const message = 'must be an address, such as 127.0.0.1, ::1 or 0.0.0.0, not a name'
  return z.string().refine((value) => isIP(value) !== 0, message)
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
