import { badRequest } from '../../graphql-faults.ts'

const spanMsMax = 400 * 86_400_000

/** Returns the length of the period. */
export function checkSpan(from: Date, to: Date): number {
  const spanMs = to.getTime() - from.getTime()
  if (spanMs < 0) throw badRequest('to must not be before from.', 'to')
  if (spanMs > spanMsMax) throw badRequest('Request at most 400 days.', 'from')
  return spanMs
}
