import { runService } from '@gatehouse/service/run-service'
import { startService } from '@gatehouse/service/start-service'
import { gatewayConfigSchema } from './config.ts'
import { consoleAccess } from './routes/console-access.ts'
import { createErrorEnvelope } from './error-envelope.ts'
import { createGatewayRoutes } from './gateway.ts'

await runService({
  name: 'gateway',
  configSchema: gatewayConfigSchema,
  process,
  start: (config, scope) =>
    startService(
      {
        name: 'gateway',
        translateFault: createErrorEnvelope(config.consoleUrl),
        crossOrigin: consoleAccess(config),
        createRoutes: (resources) =>
          createGatewayRoutes(resources, { ...config, environment: process.env }, scope),
      },
      config,
      scope,
    ),
})
