import { Fault } from './fault.ts'

/**
 * For our own mistakes only. A failed assertion ends the request, not the process, and is counted by its fault code.
 */
export function assert(condition: unknown, reason: string): asserts condition {
  if (condition) return
  throw new Fault({
    kind: 'internal',
    code: 'internal.assertion',
    publicMessage: 'Something went wrong on our side. Quote the request id when you contact us.',
    context: { reason },
    cause: new Error(reason),
  })
}
