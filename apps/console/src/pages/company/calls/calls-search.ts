// What the address of the calls page says: the filters, the period, and a request that is looked up. The list, its
// export and every link to it use this one form.
import { type Period, readPeriod, writePeriod } from '../../../time/periods.ts'

export type CallStatus = 'SUCCEEDED' | 'FAILED' | 'PARKED'

export type CallsSearch = {
  period: Period
  /** Refused requests are not calls: they have their own list. */
  isRefused: boolean
  keyId?: string
  model?: string
  status?: CallStatus
  reason?: string
  /** Id of a request that may be a call or may have been refused. */
  request?: string
}

export const callStatuses = ['SUCCEEDED', 'FAILED', 'PARKED'] as const satisfies readonly CallStatus[]

export function readCallsSearch(raw: Readonly<Record<string, unknown>>): CallsSearch {
  const status = callStatuses.find((name) => name === raw['status'])
  return {
    period: readPeriod(raw, '7d'),
    isRefused: raw['show'] === 'refused',
    ...(status === undefined ? {} : { status }),
    ...textOf('keyId', raw),
    ...textOf('model', raw),
    ...textOf('reason', raw),
    ...textOf('request', raw),
  }
}

/** The parameters of the address. */
export function writeCallsSearch({ period, isRefused, ...rest }: CallsSearch): Record<string, string> {
  return { ...writePeriod(period), ...(isRefused ? { show: 'refused' } : {}), ...rest }
}

function textOf<Name extends string>(
  name: Name,
  raw: Readonly<Record<string, unknown>>,
): Partial<Record<Name, string>> {
  const value = raw[name]
  return typeof value === 'string' && value !== '' ? ({ [name]: value } as Record<Name, string>) : {}
}
