// The names of the Redis keys. All keys that one script touches have the company id in braces, so that they share one
// cluster slot.
export const processesKey = 'gatehouse:limits:processes'
export const reaperKey = 'gatehouse:limits:reaper'

// The list of companies is spread over many keys, so that a cluster's nodes share it.
const listCount = 64
const companiesPrefix = 'gatehouse:limits:companies:'

export const companiesKeys: readonly string[] = Array.from(
  { length: listCount },
  (_, number) => `${companiesPrefix}${number}`,
)

/** The part of the list of companies that has this one. The last digits of an id are random. */
export function companiesKey(companyId: string): string {
  return `${companiesPrefix}${Number.parseInt(companyId.slice(-4), 16) % listCount}`
}

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

export function addressWindowKey(name: string, range: string): string {
  return `gatehouse:limits:${name}:{${range}}:window`
}

export function addressLeasesKey(name: string, range: string): string {
  return `gatehouse:limits:${name}:{${range}}:leases`
}

/** Stream of the company's refused requests. */
export function refusalsKey(companyId: string): string {
  return `gatehouse:limits:{${companyId}}:refusals`
}
