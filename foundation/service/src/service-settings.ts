import { isIP } from 'node:net'
import {
  addressRanges,
  databaseUrl,
  port,
  redisUrl,
  url,
  wholeNumber,
  wholeNumberOr,
} from '@gatehouse/runtime/config-fields'
import { Secret } from '@gatehouse/runtime/secret'
import { logLevels } from '@gatehouse/telemetry/create-logger'
import { z } from 'zod'

/** The environment variables that all services share; each service adds its own and groups them. */
export function serviceSettings(defaults: { port: number; connectionsMax: number }) {
  return {
    LOG_LEVEL: z.enum(logLevels, `must be one of ${logLevels.join(', ')}`).default('info'),
    RELEASE: z.string().max(100).default('development'),
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
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: url('http', 'https').optional(),
    OTEL_EXPORTER_OTLP_HEADERS: headerList().optional(),
    OTEL_TRACES_SAMPLER_ARG: share().default(1),
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

/** Headers as OpenTelemetry's own variable has them; they usually hold a key, so they are never printed. */
function headerList() {
  const message = 'must be name=value, or several separated by commas, with values as in a URL'
  return z
    .string()
    .refine((value) => value.split(',').every((pair) => /^\s*[\w-]+=\S+\s*$/.test(pair)), message)
    .refine(isDecodable, message)
    .transform((value) => new Secret(value))
}

function isDecodable(value: string): boolean {
  try {
    decodeURIComponent(value)
    return true
  } catch {
    return false
  }
}

function share() {
  const message = 'must be a number from 0 to 1'
  return z
    .string()
    .regex(/^(?:0|1|[01]?\.\d{1,9})$/, message)
    .transform(Number)
    .refine((value) => value <= 1, message)
}

type ServiceEnvironment = z.output<z.ZodObject<ReturnType<typeof serviceSettings>>>

export type ServiceConfig = ReturnType<typeof groupServiceSettings>

export function groupServiceSettings(environment: ServiceEnvironment) {
  return {
    release: environment.RELEASE,
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
    traces: {
      url: environment.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT,
      headers: environment.OTEL_EXPORTER_OTLP_HEADERS,
      sampleRatio: environment.OTEL_TRACES_SAMPLER_ARG,
    },
  }
}
