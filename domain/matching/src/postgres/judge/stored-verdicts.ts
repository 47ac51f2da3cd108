// A model's verdicts, kept so that the same question is not asked and paid for again. They quote the lines of a CV, so they
// are deleted with its talent, and when they are old: then the next question costs a model call.
import type { Queryable } from '@gatehouse/postgres/create-postgres'
import type { ClaimedVerdict } from '../../judge/judge.ts'

/** Found by the hash of all that was asked, for whichever company. */
export async function readVerdicts(
  postgres: Queryable,
  keys: readonly Buffer[],
): Promise<Map<string, readonly ClaimedVerdict[]>> {
  const { rows } = await postgres.query<{ key: Buffer; verdicts: ClaimedVerdict[] }>(
    'select key, verdicts from judge_verdicts where key = any ($1::bytea[])',
    [keys],
  )
  return new Map(rows.map((row) => [row.key.toString('hex'), row.verdicts]))
}

type Judged = { companyId: string; talentId: string; key: Buffer }

/** Stores nothing if the talent was deleted while the model was asked; a later deletion waits for this statement. */
export async function storeVerdicts(
  postgres: Queryable,
  { companyId, talentId, key }: Judged,
  verdicts: readonly ClaimedVerdict[],
): Promise<void> {
  await postgres.query(
    `insert into judge_verdicts (key, verdicts, company_id, talent_id)
     select $1, $2, company_id, id from talents where company_id = $3 and id = $4 for key share
     on conflict (key) do nothing`,
    [key, JSON.stringify(verdicts), companyId, talentId],
  )
}

const daysKept = 90

/** Deletes a limited number of old verdicts. Returns true if more may remain. */
export async function purgeVerdicts(postgres: Queryable, countMax = 1_000): Promise<boolean> {
  const { rowCount } = await postgres.query(
    `delete from judge_verdicts where key in (
       select key from judge_verdicts where judged_at < now() - make_interval(days => $1) limit $2)`,
    [daysKept, countMax],
  )
  return rowCount === countMax
}
