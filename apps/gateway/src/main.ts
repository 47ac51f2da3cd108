import { runService } from '@gatehouse/service/run-service'
import { startService } from '@gatehouse/service/start-service'
import { forProcess, gatewayConfigSchema } from './config.ts'
import { consoleAccess } from './entry/routes/console-access.ts'
import { createErrorEnvelope } from './error-envelope.ts'
import { createGatewayRoutes } from './gateway.ts'

await runService({
  name: 'gateway',
  configSchema: gatewayConfigSchema,
  process,
  processes: ({ processes, log }) => ({ count: processes, logLevel: log.level }),
  start: (config, scope, processNumber) =>
    startService(
      {
        name: 'gateway',
        sharesPort: config.processes > 1,
        translateFault: createErrorEnvelope(config.consoleUrl),
        crossOrigin: consoleAccess(config),
        createRoutes: (resources) =>
          createGatewayRoutes(resources, { ...config, environment: process.env }, scope),
      },
      forProcess(config, processNumber),
      scope,
    ),
})
