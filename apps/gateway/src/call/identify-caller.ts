// Identifies the caller before the body is read: the address limit, the key, the scope. Where only the body says which
// operation is requested, the scope is checked afterwards.
import type { HttpRequest } from '@gatehouse/http/define-route'
import { type BodyLimits, readBody } from '@gatehouse/http/read-body'
import type { RequestContext } from '@gatehouse/http/request-context'
import type { Scope } from '@gatehouse/keys/api-key'
import type { CallerKey } from '@gatehouse/keys/key-ports'
import type { AddressAdmission } from '@gatehouse/limits/admission'
import { companySuspended, keyInvalid, rateLimited, scopeDenied } from '../gateway-faults.ts'
import type { CallDeps } from './call-deps.ts'
import type { Timings } from './timings.ts'

export async function identifyCaller(
  { limits, keys, refusals }: Pick<CallDeps, 'limits' | 'keys' | 'refusals'>,
  { headers, context }: HttpRequest,
  { scope, timings }: { scope?: Scope; timings?: Timings } = {},
): Promise<CallerKey> {
  const arrival = refusals.arrive()
  if (context.clientAddress !== undefined) {
    refuseIfLimited(await limits.admitAddress(context.clientAddress))
  }
  timings?.mark('limit')
  const key = await keys.authenticate(headers.authorization)
  if (!key) {
    const ended = keys.findEnded(headers.authorization)
    if (ended) addCallerFields(context, ended)
    await arrival.waitToRefuse()
    throw keyInvalid(ended)
  }
  addCallerFields(context, key)
  if (scope) requireScope(key, scope)
  timings?.mark('auth')
  return key
}

function addCallerFields(
  context: Pick<RequestContext, 'addLogFields'>,
  { companyId, id }: Pick<CallerKey, 'companyId' | 'id'>,
): void {
  context.addLogFields({ company_id: companyId, key_id: id })
}

/** Returns whose key the request presented, live or ended; undefined if it is not known. */
export function callerOf(
  context: Pick<RequestContext, 'logFields'>,
): { companyId: string; keyId: string } | undefined {
  const { company_id: companyId, key_id: keyId } = context.logFields()
  return typeof companyId === 'string' && typeof keyId === 'string' ? { companyId, keyId } : undefined
}

export function refuseIfLimited(admission: AddressAdmission): void {
  if (admission.kind === 'rate_limited') {
    throw rateLimited('requests from this address', admission.rate.limit, admission.retryAfterMs)
  }
}

export function requireScope({ scopes }: Pick<CallerKey, 'scopes'>, scope: Scope): void {
  if (!scopes.includes(scope)) throw scopeDenied(scope)
}

/**
 * Applies to billable calls only. A suspended company can still read its models, usage and jobs, as it can at zero
 * balance.
 */
export function requireActiveCompany({ isCompanySuspended }: Pick<CallerKey, 'isCompanySuspended'>): void {
  if (isCompanySuspended) throw companySuspended()
}

// How long a key check stays valid while the body arrives. A body may take a minute, and a key that ends meanwhile must
// not remain usable.
const trustedForMs = 100

/**
 * Reads the body and returns it with the key's current state, because the key may have ended while the body arrived.
 */
export async function readCallerBody(
  keys: CallDeps['keys'],
  { headers, raw }: HttpRequest,
  { key, timings, limits }: { key: CallerKey; timings: Timings; limits: BodyLimits },
): Promise<{ body: Buffer; key: CallerKey }> {
  const body = await readBody(raw, limits)
  if (timings.elapsedMs() <= trustedForMs) return { body, key }
  const current = await keys.authenticate(headers.authorization)
  if (!current) throw keyInvalid(keys.findEnded(headers.authorization))
  return { body, key: current }
}
