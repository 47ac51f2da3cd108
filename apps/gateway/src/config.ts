import { receiptKeySettings } from '@gatehouse/credits/receipt-signer'
import { keySettings } from '@gatehouse/keys/hash-key'
import { prefixSettings } from '@gatehouse/models/service-names'
import { url, wholeNumberOr } from '@gatehouse/runtime/config-fields'
import { groupServiceSettings, serviceSettings } from '@gatehouse/service/service-settings'
import { z } from 'zod'

const localHosts = ['localhost', '127.0.0.1', '[::1]']

export const gatewayConfigSchema = z
  .object({
    ...serviceSettings({ port: 8080, connectionsMax: 20_000 }),
    ...keySettings,
    ...prefixSettings,
    ...receiptKeySettings,
    CONSOLE_ORIGIN: origin().optional(),
    CONSOLE_URL: url('http', 'https').optional(),
    MCP_ALLOWED_ORIGINS: hostsOr(localHosts),
    PARSE_PROCESSES: wholeNumberOr(2, { min: 1, max: 32 }),
    OVERLOAD_LAG_MS: wholeNumberOr(250, { min: 20, max: 60_000 }),
    CALL_BYTES_MAX: wholeNumberOr(402_653_184, { min: 16_777_216, max: 1_099_511_627_776 }),
    CHARGE_WAIT_MS: wholeNumberOr(10_000, { min: 1_000, max: 60_000 }),
    ABANDONED_STREAMS_PER_MINUTE: wholeNumberOr(20, { min: 1, max: 1_000_000 }),
    ABANDONED_STREAMS_SHARE_PERCENT: wholeNumberOr(10, { min: 0, max: 100 }),
    ALLOW_LOSS_OF_CHARGES: z.enum(['true', 'false'], 'must be true or false').default('false'),
    STORED_ANSWER_BYTES_MAX: wholeNumberOr(1_048_576, { min: 0, max: 16_777_216 }),
    COMPANY_STORED_BYTES_MAX: wholeNumberOr(268_435_456, { min: 0, max: 1_099_511_627_776 }),
  })
  .transform((environment) => ({
    ...groupServiceSettings(environment),
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
