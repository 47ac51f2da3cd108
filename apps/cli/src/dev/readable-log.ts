// Formats the services' JSON log lines for a developer's terminal.
import { z } from 'zod'

const entrySchema = z.object({
  timestamp: z.string(),
  level: z.string(),
  message: z.string(),
  context: z.record(z.string(), z.unknown()).optional(),
})

const grey = '\u001B[90m'
const reset = '\u001B[0m'
const colourByService: Readonly<Record<string, string>> = {
  gateway: '\u001B[36m',
  backend: '\u001B[35m',
  'ai-service': '\u001B[34m',
  provider: '\u001B[32m',
}
const colourByLevel: Readonly<Record<string, string>> = {
  warn: '\u001B[33m',
  error: '\u001B[31m',
  fatal: '\u001B[31m',
}

// Fields that are noise to a person who watches the log.
const hiddenFields = new Set(['request_id', 'trace_id', 'client_address', 'pid', 'host', 'port'])

export function formatLogLine(service: string, line: string, hasColour: boolean): string {
  const paint = (colour: string | undefined, text: string) =>
    hasColour && colour ? `${colour}${text}${reset}` : text
  const label = paint(colourByService[service], service.padEnd(10))
  const parsed = entrySchema.safeParse(parseJson(line))
  if (!parsed.success) return `${label} ${line}`
  const { timestamp, level, message, context = {} } = parsed.data
  const fields = Object.entries(context).filter(([name]) => !hiddenFields.has(name))
  const details = fields.map(([name, value]) => formatField(name, value)).join(' ')
  const parts = [
    paint(grey, timestamp.slice(11, 23)),
    label,
    ...(level === 'info' ? [] : [paint(colourByLevel[level], level)]),
    message,
    ...(details ? [paint(grey, details)] : []),
  ]
  return parts.join(' ')
}

function formatField(name: string, value: unknown): string {
  if (name === 'error' && typeof value === 'object' && value !== null && 'stack' in value) {
    return `\n${String(value.stack)}`
  }
  return `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
