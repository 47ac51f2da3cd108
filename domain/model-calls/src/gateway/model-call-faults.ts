// The ways in which a call can fail, by consequence: whether it counts against the breaker, and whether the task is
// retried, waits without using up an attempt, or fails permanently.
import type { CallVerdict } from '@gatehouse/runtime/circuit-breaker'
import { Fault, type FaultKind } from '@gatehouse/runtime/fault'

declare module '@gatehouse/runtime/fault' {
  interface FaultCodes {
    modelCalls: `model_calls.${CallFaultName}`
  }
}

type CallFault = { kind: FaultKind; verdict: CallVerdict; message: string }

const callFaults = {
  unreachable: { kind: 'unavailable', verdict: 'failed', message: 'The gateway cannot be reached.' },
  timed_out: { kind: 'unavailable', verdict: 'failed', message: 'The model did not answer in time.' },
  failed: { kind: 'unavailable', verdict: 'failed', message: 'The model is not responding at the moment.' },
  limited: {
    kind: 'exhausted',
    verdict: 'failed',
    message: 'The platform is sending too many requests. Wait.',
  },
  // An earlier attempt with the same idempotency key is in progress; a retry will return its answer.
  running: { kind: 'exhausted', verdict: 'answered', message: 'The same question is being answered. Wait.' },
  // The monthly cap of the platform's own key. The task cannot change it, so it waits until the month ends or the key
  // is replaced.
  capped: {
    kind: 'exhausted',
    verdict: 'answered',
    message:
      'The key in GATEWAY_SERVICE_KEY has reached its monthly cap. Raise SERVICE_KEY_CREDITS_PER_MONTH, run gatehouse seed, and set the new key.',
  },
  // A misconfiguration of ours, not the task's fault: the task is retried and finally becomes a dead letter.
  denied: {
    kind: 'internal',
    verdict: 'answered',
    message: 'The gateway refuses the key or the alias. Check GATEWAY_SERVICE_KEY and AI_MODEL_ALIAS.',
  },
  scope_denied: {
    kind: 'internal',
    verdict: 'answered',
    message:
      'The key in GATEWAY_SERVICE_KEY lacks a scope. Run gatehouse seed, which creates a key with all scopes, and set that one.',
  },
  refused: { kind: 'invalid', verdict: 'answered', message: 'The model refused this question.' },
  no_text: { kind: 'invalid', verdict: 'answered', message: 'The answer of the model contains no text.' },
} as const satisfies Record<string, CallFault>

export type CallFaultName = keyof typeof callFaults

const codePrefix = 'model_calls.'

type Details = { context?: Record<string, unknown>; cause?: unknown; retryAfterMs?: number }

export function callFault(name: CallFaultName, details: Details = {}): Fault {
  const { kind, message } = callFaults[name]
  return new Fault({ kind, code: `${codePrefix}${name}`, publicMessage: message, ...details })
}

/** Errors that are not listed here, such as an abort, say nothing about the model's health. */
export function verdictOf(thrown: unknown): CallVerdict {
  const name = thrown instanceof Fault ? thrown.code.slice(codePrefix.length) : ''
  return isCallFault(name) ? callFaults[name].verdict : 'nothing'
}

function isCallFault(name: string): name is CallFaultName {
  return Object.hasOwn(callFaults, name)
}
