// What the platform recorded about an attacker's calls.
import { waitUntil } from '@gatehouse/testkit/wait-until'
import type { Attacker, AbuseSetup } from './attack.ts'

export type Records = {
  calls: number
  charged: number
  parked: number
  failed: Readonly<Record<string, number>>
  chargedMicros: bigint
  balanceMicros: bigint
}

async function readRecords({ setup }: Pick<AbuseSetup, 'setup'>, { companyId }: Attacker): Promise<Records> {
  const { pool } = setup
  const { rows } = await pool.query(
    `select status, reason, count(*)::int as count, sum(charged_micros)::text as micros
       from calls where company_id = $1 group by 1, 2`,
    [companyId],
  )
  const { rows: accounts } = await pool.query(
    'select balance_micros::text as micros from credit_accounts where owner_id = $1',
    [companyId],
  )
  const records = { calls: 0, charged: 0, parked: 0, chargedMicros: 0n }
  const failed: Record<string, number> = {}
  for (const { status, reason, count, micros } of rows as Row[]) {
    records.calls += count
    if (status === 'SUCCEEDED') records.charged += count
    else if (status === 'PARKED') records.parked += count
    else failed[reason ?? status] = (failed[reason ?? status] ?? 0) + count
    records.chargedMicros += BigInt(micros ?? 0)
  }
  return { ...records, failed, balanceMicros: BigInt((accounts as { micros: string }[])[0]?.micros ?? 0) }
}

type Row = { status: string; reason: string | null; count: number; micros: string | null }

/** Waits until this many calls are recorded: a failed call is recorded a moment after its client sees the failure. */
export async function waitForCalls(
  platform: AbuseSetup,
  attacker: Attacker,
  calls: number,
): Promise<Records> {
  let records = await readRecords(platform, attacker)
  await waitUntil(
    async () => {
      records = await readRecords(platform, attacker)
      return records.calls >= calls
    },
    { withinMs: 15_000, what: `${calls} calls are recorded` },
  ).catch(() => undefined)
  return records
}
