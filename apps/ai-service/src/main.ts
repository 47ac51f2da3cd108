import { createEventPublisher } from '@gatehouse/companies/event-channel'
import { openModelCalls } from '@gatehouse/model-calls/open-model-calls'
import { sendMailTask } from '@gatehouse/mail/send-mail-task'
import type { EventSender } from '@gatehouse/outgoing-events/create-event-sender'
import { toProblem } from '@gatehouse/http/fault-response'
import { createOperationRecorder } from '@gatehouse/operations/create-operation-recorder'
import { runService } from '@gatehouse/service/run-service'
import { startService } from '@gatehouse/service/start-service'
import { createTaskQueue } from '@gatehouse/tasks/create-task-queue'
import { createAiServiceRoutes } from './ai-service.ts'
import { type Background, openBackground } from './background/open-background.ts'
import { openEventSender } from './background/open-event-sender.ts'
import { requireModelWork, holdModelWork } from './background/hold-model-work.ts'
import { aiServiceConfigSchema } from './config.ts'
import { type RunningGenerator, runGenerator } from './generator/run-generator.ts'
import { countModelCalls } from './monitoring/count-operations.ts'

await runService({
  name: 'ai-service',
  configSchema: aiServiceConfigSchema,
  process,
  start: (config, scope) => {
    let background: Background | undefined
    let generator: RunningGenerator | undefined
    let eventSender: EventSender | undefined
    return startService(
      {
        name: 'ai-service',
        translateFault: toProblem,
        internalPort: config.internalPort,
        createRoutes(resources) {
          const operations = createOperationRecorder(resources)
          scope.defer(operations.close)
          const opened = openModelCalls(
            { ...resources, aliases: [config.modelAlias] },
            config.modelCalls,
            scope,
          )
          const counted = countModelCalls(opened, { ...resources, operations })
          const queue = createTaskQueue({ ...resources, kinds: [sendMailTask] })
          const modelCalls = holdModelWork(
            counted,
            requireModelWork({ ...resources, queue }, config.allowance),
          )
          const events = createEventPublisher(resources)
          scope.defer(events.close)
          const publishEvent = events.publish
          const deps = { ...resources, modelCalls, operations, publishEvent }
          background = openBackground(deps, config, scope)
          eventSender = openEventSender(resources, config, scope)
          generator = runGenerator(deps, config, scope)
          return createAiServiceRoutes(
            resources,
            { config, background, modelCalls, generator, publishEvent },
            scope,
          )
        },
        drainBackground: async (graceMs) => {
          await Promise.all([
            background?.drain(graceMs),
            generator?.close(graceMs),
            eventSender?.drain(graceMs),
          ])
        },
      },
      config,
      scope,
    )
  },
})
