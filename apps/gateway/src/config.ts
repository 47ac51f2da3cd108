import { keySettings } from '@gatehouse/keys/key-settings'
import { wholeNumberOr } from '@gatehouse/runtime/config-fields'
import { groupServiceSettings, serviceSettings } from '@gatehouse/service/service-settings'
import { z } from 'zod'
import { localHosts } from './mcp/is-allowed-origin.ts'

export const gatewayConfigSchema = z
  .object({
    ...serviceSettings({ port: 8080 }),
    ...keySettings,
    MCP_ALLOWED_ORIGINS: hostsOr(localHosts),
    PARSE_PROCESSES: wholeNumberOr(2, { min: 1, max: 32 }),
    OVERLOAD_LAG_MS: wholeNumberOr(250, { min: 20, max: 60_000 }),
  })
  .transform((environment) => ({
    ...groupServiceSettings(environment),
    keyPeppers: environment.KEY_PEPPERS,
    mcpAllowedOrigins: environment.MCP_ALLOWED_ORIGINS,
    parseProcesses: environment.PARSE_PROCESSES,
    overloadLagMs: environment.OVERLOAD_LAG_MS,
  }))

/** `console.example.com, [::1]`: host names, separated by commas. */
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
          message: `"${wrong}" is no host name: leave out scheme, port and path`,
        })
      return named.length === 0 ? fallback : named
    })
}

/** With the environment itself, in which routes find the credentials that they name. */
export type GatewayConfig = z.output<typeof gatewayConfigSchema> & {
  environment: Readonly<Record<string, string | undefined>>
}
