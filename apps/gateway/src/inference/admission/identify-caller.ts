// Who calls, before anything of the body is read: the limit of the address, the key, the scope. Where the body says what is
// asked for, the scope is demanded afterwards.
import type { HttpRequest } from '@gatehouse/http/define-route'
import { readBody } from '@gatehouse/http/read-body'
import type { ApiKey, Scope } from '@gatehouse/keys/api-key'
import type { AddressAdmission } from '@gatehouse/limits/admission'
import { sleep } from '@gatehouse/runtime/clock'
import { keyInvalid, overloaded, rateLimited, scopeDenied } from '../../gateway-faults.ts'
import type { InferenceDeps } from '../inference-deps.ts'
import type { Timings } from '../timings.ts'

/**
 * Every refused key waits until so long after its arrival, so that the time tells nobody whether it was looked up:
 * longer than a look-up takes, shorter than anybody minds.
 */
const refusalAfterMs = 10

export async function identifyCaller(
  { limits, keys, clock, overload }: Pick<InferenceDeps, 'limits' | 'keys' | 'clock' | 'overload'>,
  { headers, context }: HttpRequest,
  scope?: Scope,
): Promise<ApiKey> {
  if (overload.isOverloaded()) throw overloaded()
  const arrivedMs = clock.monotonicMs()
  if (context.clientAddress !== undefined) {
    refuseIfLimited(await limits.admitAddress(context.clientAddress))
  }
  const key = await keys.authenticate(headers.authorization)
  if (!key) {
    await sleep(clock, Math.max(0, refusalAfterMs - (clock.monotonicMs() - arrivedMs)))
    throw keyInvalid()
  }
  context.note({ company_id: key.companyId, key_id: key.id })
  if (scope) demandScope(key, scope)
  return key
}

export function refuseIfLimited(admission: AddressAdmission): void {
  if (admission.kind === 'rate_limited') {
    throw rateLimited('requests from this address', admission.rate.limit, admission.retryAfterMs)
  }
}

export function demandScope({ scopes }: Pick<ApiKey, 'scopes'>, scope: Scope): void {
  if (!scopes.includes(scope)) throw scopeDenied(scope)
}

// A body may take a minute to come, and a key must not work for that long after its end.
const trustedForMs = 100

/** The body of a caller that was identified. The key was live when the head came, and may have ended meanwhile. */
export async function readCallerBody(
  keys: InferenceDeps['keys'],
  { headers, raw }: HttpRequest,
  { timings, bytesMax }: { timings: Timings; bytesMax: number },
): Promise<Buffer> {
  const body = await readBody(raw, bytesMax)
  if (timings.elapsedMs() > trustedForMs && !(await keys.authenticate(headers.authorization)))
    throw keyInvalid()
  return body
}
