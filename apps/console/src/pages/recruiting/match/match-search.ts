// What is assumed, and the requirement that is pointed at. Anyone can write the query by hand.
export type MatchSearch = {
  /** Requirements that are crossed out, and those that are assumed to be met, by id. */
  without: readonly string[]
  met: readonly string[]
  requirement?: string
}

export function readMatchSearch(raw: Readonly<Record<string, unknown>>): MatchSearch {
  const { requirement } = raw
  return {
    without: idsOf(raw['without']),
    met: idsOf(raw['met']),
    ...(typeof requirement === 'string' && requirement !== '' ? { requirement } : {}),
  }
}

/** Defaults are left out, so that the plain address is the match as it is. */
export function writeMatchSearch({ without, met, requirement }: MatchSearch): Record<string, string> {
  return {
    ...(without.length > 0 ? { without: without.join('.') } : {}),
    ...(met.length > 0 ? { met: met.join('.') } : {}),
    ...(requirement === undefined ? {} : { requirement }),
  }
}

export type Assumption = 'without' | 'met'

/** Turns an assumption about a requirement on or off; the two exclude each other. */
export function toggleAssumption(search: MatchSearch, id: string, assumption: Assumption): MatchSearch {
  const isOn = search[assumption].includes(id)
  const others = (ids: readonly string[]) => ids.filter((one) => one !== id)
  const next = { ...search, without: others(search.without), met: others(search.met) }
  return isOn ? next : { ...next, [assumption]: [...next[assumption], id] }
}

function idsOf(value: unknown): string[] {
  return typeof value === 'string' ? value.split('.').filter((id) => /^\w{1,20}$/.test(id)) : []
}
