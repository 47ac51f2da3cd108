// The words that are searched for and the filter are the address.
const statuses = ['ACTIVE', 'WITHDRAWN'] as const

export const talentStatuses = statuses

export type TalentsSearch = { words: string; status?: (typeof statuses)[number] | undefined }

export function readTalentsSearch(search: Readonly<Record<string, unknown>>): TalentsSearch {
  const { words, status } = search
  // A search for a number is a number in the address.
  const text = typeof words === 'string' || typeof words === 'number' ? String(words) : ''
  return { words: text.trim(), status: statuses.find((one) => one === status) }
}

export function writeTalentsSearch({ words, status }: TalentsSearch): Record<string, string> {
  return { ...(words === '' ? {} : { words }), ...(status === undefined ? {} : { status }) }
}
