// The names of the keys. What one script touches has the company in braces, so that it lies in one slot of a cluster.
export const processesKey = 'gatehouse:limits:processes'
export const companiesKey = 'gatehouse:limits:companies'
export const reaperKey = 'gatehouse:limits:reaper'

export function accountKey(companyId: string): string {
  return `gatehouse:limits:{${companyId}}:account`
}

/** The id of an API key follows. */
export function windowPrefix(companyId: string): string {
  return `gatehouse:limits:{${companyId}}:window:`
}

/** The abandoned streams of a key, whose id follows, or of the company. */
export function abandonedPrefix(companyId: string): string {
  return `gatehouse:limits:{${companyId}}:abandoned:`
}

export function addressKey(name: string, range: string): string {
  return `gatehouse:limits:${name}:{${range}}`
}
