// The answers of calls that were sent with an Idempotency-Key. A call claims its place before it runs; its answer is
// written with its charge (see `many-calls.ts`); if it fails, it gives the place back, so that a retry runs.
import type { StoredAnswer } from '@gatehouse/calls/call'
import type { Queryable } from '@gatehouse/postgres/create-postgres'

export type AnswerClaim = {
  keyId: string
  idempotencyKey: string
  bodyHash: Buffer
  callId: string
  /** How long the call may take; after it another may take its place. */
  claimMs: number
}

export type ClaimOutcome =
  | { kind: 'claimed' }
  | ({ kind: 'stored'; callId: string } & StoredAnswer)
  | { kind: 'running'; retryAfterMs: number }
  /** The same Idempotency-Key came with another body. */
  | { kind: 'conflict' }

const keptFor = `interval '24 hours'`

const claimText = `
  insert into stored_answers as s (key_id, idempotency_key, body_hash, call_id, claimed_until)
  values ($1, $2, $3, $4, now() + make_interval(secs => $5 / 1000.0))
  on conflict (key_id, idempotency_key) do update
     set body_hash = excluded.body_hash, call_id = excluded.call_id, claimed_until = excluded.claimed_until,
         content_type = null, answer = null, created_at = now()
   where s.created_at < now() - ${keptFor} or (s.answer is null and s.claimed_until < now())
  returning call_id`

const readText = `
  select call_id, body_hash, content_type, answer,
         greatest(0, extract(epoch from claimed_until - now()) * 1000)::double precision as running_ms
    from stored_answers where key_id = $1 and idempotency_key = $2`

type AnswerRow = {
  call_id: string
  body_hash: Buffer
  content_type: string | null
  answer: Buffer | null
  running_ms: number
}

export async function claimAnswer(postgres: Queryable, claim: AnswerClaim): Promise<ClaimOutcome> {
  const { keyId, idempotencyKey, bodyHash, callId, claimMs } = claim
  const claimed = await postgres.query({
    name: 'claim-answer',
    text: claimText,
    values: [keyId, idempotencyKey, bodyHash, callId, claimMs],
  })
  if (claimed.rows.length > 0) return { kind: 'claimed' }
  const { rows } = await postgres.query<AnswerRow>(readText, [keyId, idempotencyKey])
  const [row] = rows
  // It has failed in between, and gave its place back.
  if (!row) return claimAnswer(postgres, claim)
  if (!row.body_hash.equals(bodyHash)) return { kind: 'conflict' }
  if (row.answer === null) return { kind: 'running', retryAfterMs: row.running_ms }
  return { kind: 'stored', callId: row.call_id, contentType: row.content_type ?? '', body: row.answer }
}

/** After a call that was not charged. */
export async function dropClaim(postgres: Queryable, callId: string): Promise<void> {
  await postgres.query('delete from stored_answers where call_id = $1 and answer is null', [callId])
}

/** Some at a time, so that no statement runs long; true if there are more. */
export async function purgeStoredAnswers(postgres: Queryable, countMax = 500): Promise<boolean> {
  const { rowCount } = await postgres.query(
    `delete from stored_answers where (key_id, idempotency_key) in (
       select key_id, idempotency_key from stored_answers where created_at < now() - ${keptFor}
        order by created_at limit $1)`,
    [countMax],
  )
  return rowCount === countMax
}
