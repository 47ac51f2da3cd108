import { logLevels } from '@gatehouse/telemetry/create-logger'
import { z } from 'zod'
import { type StreamedEntry, createLogQueue } from './log-queue.ts'
import { type Operation, defineSubscription } from '../../schema/define-operation.ts'
import { defineObject, field, shapes } from '../../schema/shape.ts'

const logEntryType = defineObject<StreamedEntry>(
  'LogEntry',
  'A log line of any service. The message `gap` replaces dropped lines; its context has their number.',
  {
    timestamp: field(shapes.time, (entry) => entry.timestamp),
    level: field(shapes.string, (entry) => entry.level),
    message: field(shapes.string, (entry) => entry.message),
    context: field(shapes.json, (entry) => entry.context),
  },
)

const lineSchema = z.object({
  timestamp: z.iso.datetime(),
  level: z.enum(logLevels),
  message: z.string(),
  service: z.string().optional(),
  context: z.record(z.string(), z.unknown()).default({}),
})

export const logOperations: readonly Operation[] = [
  defineSubscription({
    name: 'logStream',
    description: 'The log lines of all services as they are written, already redacted.',
    inputs: {},
    returns: logEntryType,
    subscribe({ deps }) {
      const stop = deps.logs.watch({
        onLine(line) {
          const entry = readLine(line)
          if (entry) queue.add(entry, line.length)
        },
        onInterruption: () => queue.addGap(),
      })
      const queue = createLogQueue({ now: () => new Date(deps.clock.wallMs()), onEnd: stop })
      return queue
    },
  }),
]

/** Returns undefined for a line whose shape is that of another release: skip that line instead of ending the stream. */
function readLine(line: string): StreamedEntry | undefined {
  try {
    const { timestamp, level, message, service, context } = lineSchema.parse(JSON.parse(line))
    return { timestamp: new Date(timestamp), level, message, context: { service, ...context } }
  } catch {
    return undefined
  }
}
