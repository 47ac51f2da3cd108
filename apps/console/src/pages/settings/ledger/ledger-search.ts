// The moment that the page shows, and the one it is compared with. Both are in the address, so that it can be passed on.
export type LedgerSearch = {
  /** Without it, the present. */
  at?: string
  since?: string
  days?: number
}

export const dayChoices = [7, 30, 90, 365] as const
export const daysDefault = 30

export function readLedgerSearch(raw: Readonly<Record<string, unknown>>): LedgerSearch {
  const at = readMoment(raw['at'])
  const since = readMoment(raw['since'])
  const days = dayChoices.find((choice) => choice === Number(raw['days']))
  return {
    ...(at === undefined ? {} : { at }),
    ...(since === undefined ? {} : { since }),
    ...(days === undefined || days === daysDefault ? {} : { days }),
  }
}

function readMoment(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\dT/.test(value)) return undefined
  const moment = new Date(value)
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString()
}

/** The value of a field for date and time, whose text is read as UTC. */
export function toFieldValue(moment: string): string {
  return moment.slice(0, 23)
}

/** Undefined for an empty field. A field without seconds has no text for them. */
export function fromFieldValue(value: string): string | undefined {
  return readMoment(value === '' ? undefined : `${value}Z`)
}
