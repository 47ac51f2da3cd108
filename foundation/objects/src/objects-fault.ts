import { Fault } from '@gatehouse/runtime/fault'

/** Retryable with either store, because every request we send is idempotent. */
export function storeUnavailable(context: Record<string, unknown>, cause?: unknown): Fault {
  return new Fault({
    kind: 'unavailable',
    code: 'objects.unavailable',
    publicMessage: 'Files cannot be stored or read at the moment. Try again shortly.',
    context,
    cause,
    retryAfterMs: 5_000,
  })
}
