// The names of the Redis keys. All keys that one script touches have the company id in braces, so that they share one
// cluster slot.
export const processesKey = 'gatehouse:limits:processes'
export const companiesKey = 'gatehouse:limits:companies'
export const reaperKey = 'gatehouse:limits:reaper'

export function accountKey(companyId: string): string {
  return `gatehouse:limits:{${companyId}}:account`
}

/** The id of an API key is appended. */
export function windowPrefix(companyId: string): string {
  return `gatehouse:limits:{${companyId}}:window:`
}

/** The id of an API key is appended, or `company`. */
export function abandonedPrefix(companyId: string): string {
  return `gatehouse:limits:{${companyId}}:abandoned:`
}

export function chargesKey(companyId: string): string {
  return `gatehouse:limits:{${companyId}}:charges`
}

export function addressKey(name: string, range: string): string {
  return `gatehouse:limits:${name}:{${range}}`
}

/** Stream of the company's refused requests. */
export function refusalsKey(companyId: string): string {
  return `gatehouse:limits:{${companyId}}:refusals`
}
