import { toProblem } from '@gatehouse/http/fault-problem'
import { runService } from '@gatehouse/service/run-service'
import { startService } from '@gatehouse/service/start-service'
import { createAiServiceRoutes } from './ai-service.ts'
import { aiServiceConfigSchema } from './config.ts'

await runService({
  name: 'ai-service',
  configSchema: aiServiceConfigSchema,
  process,
  start: (config, scope) =>
    startService(
      {
        name: 'ai-service',
        translateFault: toProblem,
        createRoutes: (resources) => createAiServiceRoutes(resources, config, scope),
      },
      config,
      scope,
    ),
})
