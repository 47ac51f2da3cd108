import type { Queryable } from '@gatehouse/postgres/create-postgres'
import type { ListedTransfer } from '../lists/list-transfers.ts'

export type ListedLot = {
  /** Also the id of the transfer that granted the credits. */
  id: string
  kind: 'BOUGHT' | 'GRANTED'
  grantedMicros: bigint
  remainingMicros: bigint
  expiresAt: Date | null
  createdAt: Date
  /** Type and reason of the transfer. */
  type: ListedTransfer['type']
  reason: string | null
}

type Row = {
  id: string
  kind: ListedLot['kind']
  granted_micros: bigint
  remaining_micros: bigint
  expires_at: Date | null
  created_at: Date
  type: ListedLot['type']
  reason: string | null
}

export const lotsListedMax = 1_000

/** The lots that still have credits to spend, in the order in which they are spent, at most 1,000. */
export async function listLots(postgres: Queryable, ownerId: string): Promise<ListedLot[]> {
  const { rows } = await postgres.query<Row>({
    name: 'list-lots',
    text: `select l.id, l.kind, l.granted_micros, l.remaining_micros, l.expires_at, l.created_at, t.type, t.reason
             from credit_lots l join credit_transfers t on t.id = l.id
            where l.owner_id = $1 and l.remaining_micros > 0 and coalesce(l.expires_at > now(), true)
            order by l.expires_at nulls last, l.kind, l.id limit $2`,
    values: [ownerId, lotsListedMax],
  })
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    grantedMicros: row.granted_micros,
    remainingMicros: row.remaining_micros,
    expiresAt: row.expires_at,
    createdAt: row.created_at,
    type: row.type,
    reason: row.reason,
  }))
}
