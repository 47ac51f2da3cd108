// Reads the values of options. What is wrong is thrown as a sentence; `gatehouse keys` adds the usage.
import { parseCredits } from '@gatehouse/credits/credit'
import { type Scope, isScope, scopes } from '@gatehouse/keys/api-key'
import { isUuid } from '@gatehouse/runtime/ids'

export function readId(option: string, text: string | undefined): string {
  if (text === undefined) throw new TypeError(`${option} is missing`)
  if (!isUuid(text))
    // Not quoted: somebody may have written the key itself.
    throw new TypeError(`${option} must be an id, such as 0197a1de-0000-7000-8000-00000000d301`)
  return text.toLowerCase()
}

export function readScopes(text: string): Scope[] {
  return readList(text).map((name) => {
    if (!isScope(name)) throw new TypeError(`${name} is no scope: there are ${scopes.join(', ')}`)
    return name
  })
}

export function readList(text: string): string[] {
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
}

export function readLimit(option: string, text: string): number {
  if (!/^[1-9]\d{0,9}$/.test(text)) throw new TypeError(`${option} must be a whole number above zero`)
  return Number(text)
}

export function readCap(option: string, text: string): bigint {
  const micros = parseCredits(text)
  if (micros === undefined) throw new TypeError(`${option} must be credits, such as 250 or 0.5`)
  return micros
}

/** Null for `never`. Without a time it is the beginning of that day, in UTC. */
export function readTime(option: string, text: string): Date | null {
  if (text === 'never') return null
  const time = new Date(text)
  // Date also accepts times without a zone, and makes the 31st of February a day in March.
  const isTime = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d)?Z)?$/.test(text) && !Number.isNaN(time.getTime())
  if (!isTime || !text.startsWith(time.toISOString().slice(0, 10)))
    throw new TypeError(`${option} must be like 2027-01-31 or 2027-01-31T18:00Z, or never`)
  return time
}
