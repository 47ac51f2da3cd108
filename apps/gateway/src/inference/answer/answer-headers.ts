// The headers of an answer. The provider's own headers are never forwarded, because they would reveal the provider.
import { formatCredits } from '@gatehouse/credits/credit'
import type { ServiceNames } from '@gatehouse/models/service-names'
import type { Rate } from '@gatehouse/limits/admission'
import type { AdmittedCall, Charge, OpenCall } from '../open-call.ts'

export function callHeaders({ admitted }: OpenCall<AdmittedCall>): Record<string, string | number> {
  const { id, rates, timings } = admitted
  return {
    'x-request-id': id,
    'x-ratelimit-limit-requests': rates.requests.limit,
    'x-ratelimit-remaining-requests': rates.requests.remaining,
    'x-ratelimit-reset-requests': formatReset(rates.requests),
    'x-ratelimit-limit-tokens': rates.tokens.limit,
    'x-ratelimit-remaining-tokens': rates.tokens.remaining,
    'x-ratelimit-reset-tokens': formatReset(rates.tokens),
    'server-timing': timings.toHeader(),
  }
}

export function chargeHeaders(names: ServiceNames, charge: Charge | undefined): Record<string, string> {
  const header = names.header('credits-charged')
  if (charge?.kind !== 'charged') return { [header]: formatCredits(0n) }
  const charged = { [header]: formatCredits(charge.chargedMicros) }
  const { balanceMicros } = charge
  return balanceMicros === undefined
    ? charged
    : { ...charged, [names.header('credits-balance')]: formatCredits(balanceMicros) }
}

export const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  // Proxies must not cache, compress or buffer a stream: every frame must arrive when it is sent.
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
}

/** Formats a duration as the wire format does: 12ms, 1.5s, 6m0s. */
function formatReset({ resetMs }: Rate): string {
  const ms = Math.ceil(resetMs)
  if (ms < 1_000) return `${ms}ms`
  const minutes = Math.floor(ms / 60_000)
  const seconds = Math.ceil((ms % 60_000) / 10) / 100
  return minutes > 0 ? `${minutes}m${seconds}s` : `${seconds}s`
}
