import { isUuid } from '@gatehouse/runtime/ids'
import type { DeadLetterQuery } from '@gatehouse/tasks/dead-letters'

export const queryOptions = {
  id: { type: 'string', multiple: true },
  kind: { type: 'string' },
  company: { type: 'string' },
  limit: { type: 'string' },
} as const

export const queryUsage = '[--id ID]… [--kind KIND] [--company ID] [--limit N]'

type QueryValues = { id?: string[]; kind?: string; company?: string; limit?: string }

export function readQuery({ id, kind, company, limit }: QueryValues): DeadLetterQuery {
  for (const given of [...(id ?? []), ...(company ? [company] : [])]) {
    if (!isUuid(given)) throw new TypeError(`${given} is not an id`)
  }
  if (limit !== undefined && !/^[1-9]\d{0,5}$/.test(limit))
    throw new TypeError('--limit must be a whole number from 1')
  return {
    ...(id ? { ids: id } : {}),
    ...(kind ? { kind } : {}),
    ...(company ? { groupId: company } : {}),
    ...(limit ? { limit: Number(limit) } : {}),
  }
}
