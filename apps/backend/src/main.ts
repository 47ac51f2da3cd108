import { toProblem } from '@gatehouse/http/fault-response'
import { runService } from '@gatehouse/service/run-service'
import { startService } from '@gatehouse/service/start-service'
import { createBackendRoutes } from './backend.ts'
import { backendConfigSchema } from './config.ts'

await runService({
  name: 'backend',
  configSchema: backendConfigSchema,
  process,
  start: (config, scope) =>
    startService(
      {
        name: 'backend',
        translateFault: toProblem,
        createRoutes: (resources) => createBackendRoutes(resources, config, scope),
      },
      config,
      scope,
    ),
})
