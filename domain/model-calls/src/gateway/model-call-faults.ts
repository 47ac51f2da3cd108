// What may go wrong with a call, told apart by what follows from it: whether the breaker counts it, and whether a task is
// tried again, waits uncounted, or ends.
import type { CallVerdict } from '@gatehouse/runtime/circuit-breaker'
import { Fault, type FaultKind } from '@gatehouse/runtime/fault'

type CallFault = { kind: FaultKind; verdict: CallVerdict; message: string }

const callFaults = {
  unreachable: { kind: 'unavailable', verdict: 'failed', message: 'The gateway cannot be reached.' },
  timed_out: { kind: 'unavailable', verdict: 'failed', message: 'The model did not answer in time.' },
  failed: { kind: 'unavailable', verdict: 'failed', message: 'The model does not answer at the moment.' },
  limited: { kind: 'exhausted', verdict: 'failed', message: 'The platform asks too much at once. Wait.' },
  // An earlier attempt at the same question is under way; its answer will be ours.
  running: { kind: 'exhausted', verdict: 'answered', message: 'The same question is being answered. Wait.' },
  // A cap on the platform's own key, which no task can do anything about: it waits until the month ends or there is another key.
  capped: {
    kind: 'exhausted',
    verdict: 'answered',
    message:
      'The key in GATEWAY_SERVICE_KEY has spent its cap of the month. Raise SERVICE_KEY_CREDITS_PER_MONTH, run gatehouse seed, and set the new key.',
  },
  // Ours to mend, and nothing that the task did: it is tried again, and then waits among the dead letters.
  denied: {
    kind: 'internal',
    verdict: 'answered',
    message: 'The gateway refuses the platform. Check GATEWAY_SERVICE_KEY and AI_MODEL_ALIAS.',
  },
  scope_denied: {
    kind: 'internal',
    verdict: 'answered',
    message:
      'The key in GATEWAY_SERVICE_KEY lacks a scope. Run gatehouse seed, which makes a key with all scopes, and set that one.',
  },
  refused: { kind: 'invalid', verdict: 'answered', message: 'The model refuses this question.' },
  no_text: { kind: 'invalid', verdict: 'answered', message: 'The answer of the model has no text.' },
} as const satisfies Record<string, CallFault>

export type CallFaultName = keyof typeof callFaults

const codePrefix = 'model_calls.'

type Details = { context?: Record<string, unknown>; cause?: unknown; retryAfterMs?: number }

export function callFault(name: CallFaultName, details: Details = {}): Fault {
  const { kind, message } = callFaults[name]
  return new Fault({ kind, code: `${codePrefix}${name}`, publicMessage: message, ...details })
}

/** What is not ours, such as an abort, says nothing about the model. */
export function verdictOf(thrown: unknown): CallVerdict {
  const name = thrown instanceof Fault ? thrown.code.slice(codePrefix.length) : ''
  return isCallFault(name) ? callFaults[name].verdict : 'nothing'
}

function isCallFault(name: string): name is CallFaultName {
  return Object.hasOwn(callFaults, name)
}
