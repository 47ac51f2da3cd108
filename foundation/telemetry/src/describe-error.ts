import { Fault } from '@gatehouse/runtime/fault'

const causesMax = 4

/** Converts an error into log fields: what an operator needs, down to its root cause. */
export function describeError(thrown: unknown, depth = 0): Record<string, unknown> {
  if (!(thrown instanceof Error)) return { message: String(thrown) }
  const described: Record<string, unknown> = {
    name: thrown.name,
    message: thrown.message,
    stack: thrown.stack,
  }
  if (thrown instanceof Fault) Object.assign(described, { code: thrown.code, context: thrown.context })
  else if ('code' in thrown) described['code'] = thrown.code
  if (thrown.cause !== undefined && depth < causesMax) {
    described['cause'] = describeError(thrown.cause, depth + 1)
  }
  return described
}
