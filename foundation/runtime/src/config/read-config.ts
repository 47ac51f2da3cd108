// Reads a service's settings from its environment, once, in main.ts. All violations are reported together, so that an
// operator can fix a deployment in one step instead of one per missing variable.
import type { z } from 'zod'

export type ConfigOutcome<Config> =
  | { kind: 'valid'; config: Config }
  | { kind: 'invalid'; violations: readonly Violation[] }

export type Violation = { setting: string; message: string }

export function readConfig<Schema extends z.ZodType>(
  schema: Schema,
  environment: Readonly<Record<string, string | undefined>>,
): ConfigOutcome<z.output<Schema>> {
  const result = schema.safeParse(withoutBlanks(environment))
  if (result.success) return { kind: 'valid', config: deepFreeze(result.data) }
  const violations = result.error.issues.map((issue) => ({
    setting: issue.path.join('.') || '(settings)',
    // For an absent variable zod says "expected string, received undefined", which does not help an operator.
    message: issue.code === 'invalid_type' ? 'is missing' : issue.message,
  }))
  return { kind: 'invalid', violations }
}

export function describeViolations(service: string, violations: readonly Violation[]): string {
  const width = Math.max(...violations.map((violation) => violation.setting.length))
  const count = violations.length === 1 ? '1 setting is wrong' : `${violations.length} settings are wrong`
  const lines = violations.map(({ setting, message }) => `  ${setting.padEnd(width)}  ${message}`)
  return [`${service}: ${count}`, ...lines, 'Every setting is described in .env.example.'].join('\n')
}

/** `KEY=` in an environment file means "not set", not "set to nothing". */
function withoutBlanks(environment: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const kept: Record<string, string> = {}
  for (const [name, value] of Object.entries(environment)) {
    if (value !== undefined && value.trim() !== '') kept[name] = value.trim()
  }
  return kept
}

function deepFreeze<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  Object.freeze(value)
  Object.values(value).forEach(deepFreeze)
  return value
}
