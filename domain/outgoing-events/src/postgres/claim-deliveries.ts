// Chooses the next deliveries to attempt. A claim moves `next_attempt_at` to the end of the lease: if the worker dies, the
// delivery is due again then. Companies take turns, and within a company its endpoints, so that a receiver with many
// events, or one that hangs, does not delay those of others.
import type { Queryable } from '@gatehouse/postgres/create-postgres'
import type { Sealed } from '@gatehouse/runtime/seal'

/** A delivery that this process holds. */
type HeldDelivery = { endpointId: string; companyId: string; isFailing: boolean }

export type ClaimLimits = {
  /** Attempts in progress in one process. */
  all: number
  company: number
  endpoint: number
  /** For all endpoints together whose last attempt failed; each of them has one attempt at a time. */
  failing: number
}

export type ClaimOrder = {
  claimId: string
  nowMs: number
  leaseMs: number
  held: readonly HeldDelivery[]
  limits: ClaimLimits
}

export type ClaimedDelivery = HeldDelivery & {
  id: string
  claimId: string
  attempts: number
  url: string
  /** The current secret first. */
  secrets: readonly Sealed[]
  event: { id: string; type: string; data: string; createdAt: Date }
}

type ClaimedRow = {
  id: string
  endpoint_id: string
  company_id: string
  is_failing: boolean
  attempts: number
  url: string
  sealed_secret: Buffer
  sealed_by: string
  previous_sealed_secret: Buffer | null
  previous_sealed_by: string | null
  event_id: string
  type: string
  data: string
  created_at: Date
}

export async function claimDeliveries(database: Queryable, order: ClaimOrder): Promise<ClaimedDelivery[]> {
  const { claimId, nowMs, leaseMs, held, limits } = order
  if (held.length >= limits.all) return []
  const { rows } = await database.query<ClaimedRow>(claimStatement, [
    claimId,
    new Date(nowMs),
    new Date(nowMs + leaseMs),
    held.map(({ endpointId }) => endpointId),
    held.map(({ companyId }) => companyId),
    held.filter(({ isFailing }) => isFailing).length,
    limits.all - held.length,
    limits.company,
    limits.endpoint,
    limits.failing,
  ])
  return rows.map((row) => toClaimed(row, claimId))
}

// `pending` visits each endpoint with pending deliveries once by jumping through the index, so that the cost does not grow
// with the number of deliveries. An endpoint that the platform disabled because it fails keeps its pending deliveries.
const claimStatement = `
  with recursive pending (endpoint_id) as (
    (select endpoint_id from event_deliveries where status = 'PENDING' order by endpoint_id limit 1)
    union all
    select (select d.endpoint_id from event_deliveries d
             where d.status = 'PENDING' and d.endpoint_id > p.endpoint_id order by d.endpoint_id limit 1)
      from pending p where p.endpoint_id is not null
  ), held_endpoints as (
    select h.id, count(*) as attempts from unnest($4::uuid[]) as h (id) group by h.id
  ), held_companies as (
    select h.id, count(*) as attempts from unnest($5::uuid[]) as h (id) group by h.id
  ), due as (
    select d.id, e.company_id, d.next_attempt_at, e.failing_since is not null as is_failing,
           coalesce(hc.attempts, 0) + row_number() over (
             partition by e.company_id order by coalesce(he.attempts, 0) + d.turn, d.next_attempt_at) as company_turn
      from pending p
      join event_endpoints e
        on e.id = p.endpoint_id and e.deleted_at is null and (e.is_enabled or e.disabled_because = 'FAILING')
      left join held_endpoints he on he.id = e.id
      left join held_companies hc on hc.id = e.company_id
     cross join lateral (
       select f.id, f.next_attempt_at, row_number() over (order by f.next_attempt_at) as turn
         from (select q.id, q.next_attempt_at from event_deliveries q
                where q.endpoint_id = e.id and q.status = 'PENDING' and q.next_attempt_at <= $2
                order by q.next_attempt_at
                limit greatest(0, case when e.failing_since is null then $9::int else 1 end - coalesce(he.attempts, 0))
                  for update skip locked) f) d
  ), turns as (
    select id, company_turn, next_attempt_at, is_failing,
           $6::int + row_number() over (partition by is_failing order by company_turn, next_attempt_at) as failing_turn
      from due where company_turn <= $8::int
  ), chosen as (
    select id from turns where not is_failing or failing_turn <= $10::int
     order by company_turn, next_attempt_at limit $7
  ), claimed as (
    update event_deliveries d set claim_id = $1, next_attempt_at = $3
      from chosen c where d.id = c.id and d.status = 'PENDING' and d.next_attempt_at <= $2
    returning d.id, d.endpoint_id, d.company_id, d.attempts, d.event_id
  )
  select c.id, c.endpoint_id, c.company_id, c.attempts, e.url, e.failing_since is not null as is_failing,
         e.sealed_secret, e.sealed_by,
         case when e.previous_until > $2 then e.previous_sealed_secret end as previous_sealed_secret,
         case when e.previous_until > $2 then e.previous_sealed_by end as previous_sealed_by,
         o.id as event_id, o.type, o.data, o.created_at
    from claimed c
    join event_endpoints e on e.id = c.endpoint_id
    join outgoing_events o on o.id = c.event_id`

function toClaimed(row: ClaimedRow, claimId: string): ClaimedDelivery {
  const { previous_sealed_secret: previous, previous_sealed_by: previousId } = row
  return {
    id: row.id,
    claimId,
    endpointId: row.endpoint_id,
    companyId: row.company_id,
    isFailing: row.is_failing,
    attempts: row.attempts,
    url: row.url,
    secrets: [
      { sealed: row.sealed_secret, secretId: row.sealed_by },
      ...(previous && previousId !== null ? [{ sealed: previous, secretId: previousId }] : []),
    ],
    event: { id: row.event_id, type: row.type, data: row.data, createdAt: row.created_at },
  }
}
