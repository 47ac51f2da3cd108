// Claims the next batch for a replica. All claims briefly lock the generator's single row, so that the batch number,
// the state and the batches in progress are decided together: nothing is claimed after a stop, and nothing twice.
import type { Postgres, Queryable } from '@gatehouse/postgres/create-postgres'
import type { Claimed, Subject } from '../generator/generator-store.ts'

export type BatchSizes = Readonly<Record<Subject, number>>

type Claim = { id: string; replica: string; leaseMs: number; batchSizes: BatchSizes }

export async function claimBatch(postgres: Postgres, claim: Claim): Promise<Claimed> {
  const outlook = await lookAhead(postgres)
  if (outlook !== 'work') return { kind: outlook }
  return postgres.transaction(async (tx) => {
    const { rows: states } = await tx.query<{ last_batch: bigint }>(
      `select last_batch from match_generator where desired = 'RUNNING' for update`,
    )
    const [state] = states
    if (!state) return { kind: 'stopped' }
    await giveUpLost(tx)
    const { rows: turns } = await tx.query<{ company_id: string; subject: Subject }>(nextTurn)
    const [turn] = turns
    if (!turn) return { kind: 'idle' }
    const subjectIds = await takeSubjects(tx, claim, turn)
    if (subjectIds.length === 0) return { kind: 'idle' }
    const { id, replica, leaseMs } = claim
    const number = state.last_batch + 1n
    await tx.query('update match_generator set last_batch = $1', [number])
    await tx.query(
      `insert into match_batches (id, number, replica, company_id, subject, subjects, leased_until)
       values ($1, $2, $3, $4, $5, $6, clock_timestamp() + make_interval(secs => $7::float8 / 1000))`,
      [id, number, replica, turn.company_id, turn.subject, subjectIds.length, leaseMs],
    )
    const { company_id: companyId, subject } = turn
    return { kind: 'claimed', batch: { id, number: Number(number), companyId, subject, subjectIds } }
  })
}

/** Takes no lock, because idle replicas call it all the time. */
async function lookAhead(postgres: Queryable): Promise<'work' | 'idle' | 'stopped'> {
  const { rows } = await postgres.query<{ is_running: boolean; has_work: boolean }>({
    name: 'has-match-work',
    text: `
      select desired = 'RUNNING' as is_running,
             exists (select from match_queue where batch_id is null and failures < 5)
             or exists (select from match_batches
                         where finished_at is null and given_up_at is null and leased_until < clock_timestamp())
             as has_work
        from match_generator`,
  })
  if (!rows[0]?.is_running) return 'stopped'
  return rows[0].has_work ? 'work' : 'idle'
}

/** Gives up batches whose lease has expired, so that their subjects are claimed again. */
async function giveUpLost(tx: Queryable): Promise<void> {
  await tx.query(
    `with lost as (
       update match_batches set given_up_at = now(), errors = subjects
        where finished_at is null and given_up_at is null and leased_until < clock_timestamp()
       returning id
     )
     update match_queue q set batch_id = null from lost where q.batch_id = lost.id`,
  )
  await tx.query(`delete from match_batches where finished_at < now() - interval '7 days'`)
}

// Finds every company with waiting work by skipping through the index, and for each the subject kind that has waited
// longest; the least recently served company comes first. A company with a batch of the other kind in progress waits
// until that batch ends.
const nextTurn = `
  with recursive company as (
    (select company_id from match_queue where batch_id is null and failures < 5 order by company_id limit 1)
    union all
    select (select q.company_id from match_queue q
             where q.batch_id is null and q.failures < 5 and q.company_id > c.company_id
             order by q.company_id limit 1)
      from company c where c.company_id is not null
  )
  select c.company_id, head.subject
    from company c
    cross join lateral (
      select q.subject from match_queue q
       where q.batch_id is null and q.failures < 5 and q.company_id = c.company_id
       order by q.enqueued_at limit 1
    ) head
   where not exists (
     select from match_batches b
      where b.company_id = c.company_id and b.subject <> head.subject
        and b.finished_at is null and b.given_up_at is null
   )
   order by (select max(b.claimed_at) from match_batches b where b.company_id = c.company_id) nulls first, c.company_id
   limit 1`

async function takeSubjects(
  tx: Queryable,
  { id, batchSizes }: Claim,
  turn: { company_id: string; subject: Subject },
): Promise<string[]> {
  const { rows } = await tx.query<{ subject_id: string }>(
    // Materialized: otherwise the join may evaluate it again for every row and lock other subjects each time.
    `with next as materialized (
       select subject_id from match_queue
        where batch_id is null and failures < 5 and company_id = $2 and subject = $3
        order by enqueued_at limit $4
          for update skip locked
     )
     update match_queue q set batch_id = $1, claimed_version = q.version
       from next
      where q.subject = $3 and q.company_id = $2 and q.subject_id = next.subject_id
     returning q.subject_id`,
    [id, turn.company_id, turn.subject, batchSizes[turn.subject]],
  )
  return rows.map((row) => row.subject_id)
}
