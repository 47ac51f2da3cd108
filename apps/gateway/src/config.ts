import { receiptKeySettings } from '@gatehouse/credits/receipt-signer'
import { keySettings } from '@gatehouse/keys/hash-key'
import { prefixSettings } from '@gatehouse/models/service-names'
import { url, wholeNumberOr } from '@gatehouse/runtime/config-fields'
import {
  type ServiceConfig,
  groupServiceSettings,
  serviceSettings,
} from '@gatehouse/service/service-settings'
import { z } from 'zod'

const localHosts = ['localhost', '127.0.0.1', '[::1]']

export const gatewayConfigSchema = z
  .object({
    ...serviceSettings({ port: 8080, connectionsMax: 20_000 }),
    ...keySettings,
    ...prefixSettings,
    ...receiptKeySettings,
    GATEWAY_PROCESSES: wholeNumberOr(1, { min: 1, max: 64 }),
    CONSOLE_ORIGIN: origin().optional(),
    CONSOLE_URL: url('http', 'https').optional(),
    MCP_ALLOWED_ORIGINS: hostsOr(localHosts),
    PARSE_PROCESSES: wholeNumberOr(2, { min: 1, max: 32 }),
    OVERLOAD_LAG_MS: wholeNumberOr(100, { min: 5, max: 60_000 }),
    CALL_BYTES_MAX: wholeNumberOr(402_653_184, { min: 16_777_216, max: 1_099_511_627_776 }),
    CHARGE_WAIT_MS: wholeNumberOr(10_000, { min: 1_000, max: 60_000 }),
    ABANDONED_STREAMS_PER_MINUTE: wholeNumberOr(20, { min: 1, max: 1_000_000 }),
    ABANDONED_STREAMS_SHARE_PERCENT: wholeNumberOr(10, { min: 0, max: 100 }),
    ALLOW_LOSS_OF_CHARGES: z.enum(['true', 'false'], 'must be true or false').default('false'),
    STORED_ANSWER_BYTES_MAX: wholeNumberOr(1_048_576, { min: 0, max: 16_777_216 }),
    COMPANY_STORED_BYTES_MAX: wholeNumberOr(268_435_456, { min: 0, max: 1_099_511_627_776 }),
  })
  .superRefine(checkPorts)
  .transform((environment) => ({
    ...groupServiceSettings(environment),
    processes: environment.GATEWAY_PROCESSES,
    keyPeppers: environment.KEY_PEPPERS,
    receiptKeys: environment.RECEIPT_KEYS,
    servicePrefix: environment.SERVICE_PREFIX,
    consoleOrigin: environment.CONSOLE_ORIGIN,
    consoleUrl: environment.CONSOLE_URL?.replace(/\/$/, ''),
    mcpAllowedOrigins: environment.MCP_ALLOWED_ORIGINS,
    parseProcesses: environment.PARSE_PROCESSES,
    overloadLagMs: environment.OVERLOAD_LAG_MS,
    callBytesMax: environment.CALL_BYTES_MAX,
    chargeWaitMs: environment.CHARGE_WAIT_MS,
    abandonLimits: {
      perMinute: environment.ABANDONED_STREAMS_PER_MINUTE,
      sharePercent: environment.ABANDONED_STREAMS_SHARE_PERCENT,
    },
    isLossAllowed: environment.ALLOW_LOSS_OF_CHARGES === 'true',
    storedAnswers: {
      bytesMax: environment.STORED_ANSWER_BYTES_MAX,
      companyBytesMax: environment.COMPANY_STORED_BYTES_MAX,
    },
  }))

type PortSettings = { PORT: number; METRICS_PORT?: number | undefined; GATEWAY_PROCESSES: number }

/** Several processes share PORT, and each has its own port for metrics: METRICS_PORT and those that follow it. */
function checkPorts(settings: PortSettings, context: z.RefinementCtx): void {
  const { PORT: port, METRICS_PORT: metricsPort = 0, GATEWAY_PROCESSES: processes } = settings
  const fail = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
  if (processes <= 1) return
  if (port === 0) fail('PORT', 'must not be 0 with several GATEWAY_PROCESSES, which share one port')
  const last = metricsPort + processes - 1
  const isFree = metricsPort > 0 && last <= 65_535 && (port < metricsPort || port > last)
  if (!isFree)
    fail('METRICS_PORT', `must be the first of ${processes} ports below 65536, one per process, without PORT`)
}

/** The settings of one of several processes. */
export function forProcess<Config extends ServiceConfig>(config: Config, processNumber: number): Config {
  const { http } = config
  const metricsPort = http.metricsPort === undefined ? undefined : http.metricsPort + processNumber
  return { ...config, http: { ...http, metricsPort } }
}

/** Scheme, host and port, as browsers send them in the Origin header. */
function origin() {
  return z.string().refine((value) => {
    const parsed = URL.parse(value)
    return parsed !== null && /^https?:$/.test(parsed.protocol) && parsed.origin === value
  }, 'must be an origin such as https://console.example.com, without a path')
}

/** Parses a comma-separated list of host names, such as `console.example.com, [::1]`. */
function hostsOr(fallback: readonly string[]) {
  const host = /^(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:]+\])$/
  return z
    .string()
    .optional()
    .transform((value, context) => {
      const hosts = (value ?? '').split(',').map((part) => part.trim().toLowerCase())
      const named = hosts.filter((one) => one !== '')
      const wrong = named.find((one) => !host.test(one))
      if (wrong !== undefined)
        context.addIssue({
          code: 'custom',
          message: `"${wrong}" is not a host name: leave out the scheme, port and path`,
        })
      return named.length === 0 ? fallback : named
    })
}

/** Includes the environment itself, because routes name the variables that hold their credentials. */
export type GatewayConfig = z.output<typeof gatewayConfigSchema> & {
  environment: Readonly<Record<string, string | undefined>>
}
