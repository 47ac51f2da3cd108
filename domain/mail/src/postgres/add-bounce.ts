import type { Queryable } from '@gatehouse/postgres/create-postgres'
import type { Ids } from '@gatehouse/runtime/ids'

/** Records a rejection by the server as a bounce, in the transaction that settles the mail. Idempotent. */
export async function addBounce(
  tx: Queryable,
  ids: Ids,
  { mailId, answer }: { mailId: string; answer: string },
): Promise<void> {
  const statusCode = statusCodeOf(answer)
  // A code of class 4 is temporary: the mail may still be delivered.
  const kind = statusCode.startsWith('4') ? 'TEMPORARY' : 'PERMANENT'
  await tx.query(
    `insert into mail_bounces (id, mail_id, kind, source, status_code, diagnostic)
     values ($1, $2, $3, 'ANSWER', $4, $5) on conflict (mail_id, source, status_code) do nothing`,
    [ids.uuid(), mailId, kind, statusCode, answer.slice(0, 1_000)],
  )
}

/**
 * Extracts the enhanced status code (RFC 3463) from a mail server's reply, or its three-digit code if there is none.
 */
function statusCodeOf(answer: string): string {
  return /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(answer)?.[0] ?? /^\d{3}/.exec(answer)?.[0] ?? '5.0.0'
}
