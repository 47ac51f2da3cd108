import type { FindAnythingResult } from './command-bar.generated.ts'

export type FoundThing = FindAnythingResult['find'][number]

/** Address of the page of a found thing; undefined while the console has no page for it. */
const addresses: Record<FoundThing['kind'], ((found: FoundThing) => string) | undefined> = {
  COMPANY: ({ id }) => `/c/${id}`,
  CALL: ({ companyId, id }) => `/c/${companyId}/calls/${id}`,
  DOCUMENT: undefined,
  INVOICE: undefined,
  JOB: undefined,
  KEY: undefined,
  MEETING: undefined,
  MEMBER: undefined,
  PURCHASE: undefined,
  TALENT: undefined,
}

export function addressOfFound(found: FoundThing): string | undefined {
  return addresses[found.kind]?.(found)
}
