import { Fault } from '@gatehouse/runtime/fault'

/** Whatever the store is: it can be asked again, since every request of ours can be repeated. */
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
