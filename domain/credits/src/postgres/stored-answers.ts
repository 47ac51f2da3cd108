// The answers of calls that were sent with an Idempotency-Key. A call claims the key before it runs; its answer is
// written with its charge (see `settlement/many-calls.ts`), or with its record if it is parked; if the call fails, it gives
// up the claim, so that a retry runs.
import type { NotKeptReason, StoredAnswer } from '@gatehouse/calls/call'
import type { Queryable } from '@gatehouse/postgres/create-postgres'
import { waitForStandby } from '@gatehouse/postgres/wait-for-standby'
import { markReplayed } from './settlement/undelivered-calls.ts'

export type AnswerClaim = {
  companyId: string
  keyId: string
  idempotencyKey: string
  bodyHash: Buffer
  callId: string
  /** How long the call may take; after that, another call may take over the claim. */
  claimMs: number
}

export type ClaimOutcome =
  /** `companyBytes` is the number of bytes that the company has stored so far. */
  | { kind: 'claimed'; companyBytes: number }
  /** The call was answered and charged, but its answer was not kept. */
  | { kind: 'not_kept'; why: NotKeptReason }
  | ({ kind: 'stored'; callId: string } & StoredAnswer)
  | { kind: 'running'; retryAfterMs: number }
  /** The Idempotency-Key was used before with another body. */
  | { kind: 'conflict' }

/**
 * Called before a stored answer of so many bytes is replayed. A replay counts as a delivery, so whatever may refuse the retry
 * belongs here: if this throws, the answer is not recorded as replayed.
 */
export type BeforeReplay = (answerBytes: number) => void | Promise<void>

const keptFor = `interval '24 hours'`

const claimText = `
  insert into stored_answers as s (key_id, idempotency_key, body_hash, call_id, claimed_until, company_id)
  values ($1, $2, $3, $4, now() + make_interval(secs => $5 / 1000.0), $6)
  on conflict (key_id, idempotency_key) do update
     set body_hash = excluded.body_hash, call_id = excluded.call_id, claimed_until = excluded.claimed_until,
         company_id = excluded.company_id, content_type = null, answer = null, not_kept = null, created_at = now()
   where s.answer is null and s.not_kept is null and s.claimed_until < now()
  returning coalesce((select t.bytes from stored_answer_totals t where t.company_id = $6), 0)::double precision as bytes`

const readText = `
  select call_id, body_hash, content_type, answer, not_kept, created_at < now() - ${keptFor} as is_old,
         greatest(0, extract(epoch from claimed_until - now()) * 1000)::double precision as running_ms,
         case when answer is not null or not_kept is not null then ${waitForStandby} end as waited
    from stored_answers where key_id = $1 and idempotency_key = $2`

type AnswerRow = {
  call_id: string
  body_hash: Buffer
  content_type: string | null
  answer: Buffer | null
  not_kept: NotKeptReason | null
  is_old: boolean
  running_ms: number
}

export async function claimAnswer(
  postgres: Queryable,
  claim: AnswerClaim,
  beforeReplay: BeforeReplay = () => undefined,
): Promise<ClaimOutcome> {
  const { companyId, keyId, idempotencyKey, bodyHash, callId, claimMs } = claim
  const claimed = await postgres.query<{ bytes: number }>({
    name: 'claim-answer',
    text: claimText,
    values: [keyId, idempotencyKey, bodyHash, callId, claimMs, companyId],
  })
  const [place] = claimed.rows
  if (place) return { kind: 'claimed', companyBytes: place.bytes }
  const found = await readAnswer(postgres, claim)
  // Only an answer that is already there can be marked: a charge that is committed after the mark would be returned
  // although the retry gets its answer. Read again, because the charge may have been returned before the mark.
  const wanted = found && !found.is_old && found.body_hash.equals(bodyHash) ? found.answer : null
  if (wanted) {
    await beforeReplay(wanted.length)
    await markReplayed(postgres, claim)
    await recordReplay(postgres, claim)
  }
  const row = wanted ? await readAnswer(postgres, claim) : found
  if (row?.is_old) await deleteAnswers(postgres, 'call_id = $1', [row.call_id])
  // The stored answer was too old to be used, or the call that held the claim has failed since and given it up.
  if (!row || row.is_old) return claimAnswer(postgres, claim, beforeReplay)
  if (!row.body_hash.equals(bodyHash)) return { kind: 'conflict' }
  if (row.not_kept !== null) return { kind: 'not_kept', why: row.not_kept }
  if (row.answer === null) return { kind: 'running', retryAfterMs: row.running_ms }
  return { kind: 'stored', callId: row.call_id, contentType: row.content_type ?? '', body: row.answer }
}

async function readAnswer(
  postgres: Queryable,
  { keyId, idempotencyKey }: Pick<AnswerClaim, 'keyId' | 'idempotencyKey'>,
): Promise<AnswerRow | undefined> {
  const { rows } = await postgres.query<AnswerRow>(readText, [keyId, idempotencyKey])
  return rows[0]
}

/** From now on the charge is not given back. Waits while it is being given back, which deletes the answer. */
async function recordReplay(
  postgres: Queryable,
  { keyId, idempotencyKey, bodyHash }: Pick<AnswerClaim, 'keyId' | 'idempotencyKey' | 'bodyHash'>,
): Promise<void> {
  await postgres.query(
    `update stored_answers set replayed_at = now()
      where key_id = $1 and idempotency_key = $2 and body_hash = $3 and answer is not null and replayed_at is null`,
    [keyId, idempotencyKey, bodyHash],
  )
}

/** Whether a retry has got the answer of the call. Locks the answer until the transaction ends. */
export async function lockReplayed(tx: Queryable, callId: string): Promise<boolean> {
  const { rows } = await tx.query<{ is_replayed: boolean }>(
    'select replayed_at is not null as is_replayed from stored_answers where call_id = $1 for update',
    [callId],
  )
  return rows[0]?.is_replayed ?? false
}

/** Whether the call with this Idempotency-Key was already answered, so that a retry is not a new call. */
export async function isAnswerKnown(
  postgres: Queryable,
  keyId: string,
  idempotencyKey: string,
): Promise<boolean> {
  const { rows } = await postgres.query(
    `select from stored_answers
      where key_id = $1 and idempotency_key = $2 and created_at >= now() - ${keptFor}
        and (answer is not null or not_kept is not null)`,
    [keyId, idempotencyKey],
  )
  return rows.length > 0
}

/** Gives up the claim of a call that was not charged. */
export async function dropClaim(postgres: Queryable, callId: string): Promise<void> {
  await postgres.query(
    'delete from stored_answers where call_id = $1 and answer is null and not_kept is null',
    [callId],
  )
}

/** Deletes the answer of a call whose charge was returned: a retry must run, and not get the answer for free. */
export async function dropAnswer(postgres: Queryable, callId: string): Promise<void> {
  await deleteAnswers(postgres, 'call_id = $1', [callId])
}

/** Deletes at most `countMax`, so that no statement runs long; resolves to true if more remain. */
export async function purgeStoredAnswers(postgres: Queryable, countMax = 500): Promise<boolean> {
  const old = `call_id in (
    select call_id from stored_answers where created_at < now() - ${keptFor} order by created_at limit $1)`
  return (await deleteAnswers(postgres, old, [countMax])) === countMax
}

/** Deletes rows and subtracts their bytes from the totals of their companies; resolves to the number of rows. */
async function deleteAnswers(postgres: Queryable, condition: string, values: unknown[]): Promise<number> {
  const { rows } = await postgres.query<{ count: number }>(
    `with deleted as (
       delete from stored_answers where ${condition} returning company_id, octet_length(answer) as bytes
     ), freed as (
       select company_id, sum(bytes) as bytes from deleted where bytes > 0 group by company_id
     ), locked as (
       -- In the order in which settlements lock them.
       select t.company_id, f.bytes from stored_answer_totals t join freed f using (company_id)
        order by t.company_id for update of t
     ), counted as (
       update stored_answer_totals t set bytes = t.bytes - l.bytes from locked l where t.company_id = l.company_id
     )
     select count(*)::integer as count from deleted`,
    values,
  )
  const [counted] = rows
  return counted?.count ?? 0
}
