// A gateway process that serves only /mcp, with the tools of the conformance suite. Everything
// else is production code: settings, listener, admission, registry and error envelope.
import { gatewayConfigSchema } from '@gatehouse/gateway/config'
import { createErrorEnvelope } from '@gatehouse/gateway/error-envelope'
import { createMcpServer } from '@gatehouse/gateway/entry/mcp/mcp-server'
import { openInference } from '@gatehouse/gateway/setup/open-inference'
import { mcpRoute } from '@gatehouse/gateway/entry/routes/mcp'
import { openRefusalRecord } from '@gatehouse/gateway/entry/routes/record-refusals'
import { runService } from '@gatehouse/service/run-service'
import { startService } from '@gatehouse/service/start-service'
import { suiteTools } from './suite-tools.ts'

await runService({
  name: 'gateway',
  configSchema: gatewayConfigSchema,
  process,
  start: (config, scope) => {
    const translateFault = createErrorEnvelope(config.consoleUrl)
    return startService(
      {
        name: 'gateway',
        translateFault,
        async createRoutes(resources) {
          const inference = await openInference(resources, { ...config, environment: process.env }, scope)
          const mcp = createMcpServer({
            ...inference,
            tools: suiteTools,
            allowedOrigins: config.mcpAllowedOrigins,
            translateFault,
            recordRefusal: openRefusalRecord(resources, scope),
          })
          scope.defer(() => mcp.close())
          return [mcpRoute(mcp)]
        },
      },
      config,
      scope,
    )
  },
})
