import { readBudgets } from '@gatehouse/credits/read-budgets'
import { daysLeft, readPace } from '@gatehouse/credits/spending-pace'
import type { Budget } from '@gatehouse/credits/budget'
import type { Queryable } from '@gatehouse/postgres/create-postgres'
import type { AlertFigures, KeyFigure, LimitFigure } from './alert-figures.ts'

/** Calls of at most this age and number decide about the share of failures. */
const callsMax = 1_000

type Account = { now: Date; billing_mode: 'PREPAID' | 'POSTPAID'; balance_micros: bigint }
type Day = { day: string; micros: bigint }
type Key = { id: string; name: string; expires_at: Date | null; cap: bigint | null; spent: bigint }

/** Undefined if there is no such company. */
export async function readAlertFigures(tx: Queryable, companyId: string): Promise<AlertFigures | undefined> {
  const { rows: accounts } = await tx.query<Account>(
    `select now(), c.billing_mode, coalesce(spendable_micros(a), 0) as balance_micros
       from companies c left join credit_accounts a on a.owner_id = c.id where c.id = $1`,
    [companyId],
  )
  const [account] = accounts
  if (!account) return undefined
  const { rows: days } = await tx.query<Day>(
    `select day::text, sum(charged_micros)::bigint as micros from usage_rollups
      where company_id = $1 and day >= (now() at time zone 'utc')::date - 28 group by day order by day`,
    [companyId],
  )
  const { rows: keys } = await tx.query<Key>(
    `select k.id, k.name, k.expires_at, k.monthly_credit_cap_micros as cap,
            case when k.monthly_credit_cap_micros is null then 0
                 else (read_month_spent($1, false, k.id, null)).key_micros end as spent
       from api_keys k
      where k.company_id = $1 and k.revoked_at is null and (k.expires_at is null or k.expires_at > now())
        and (k.expires_at is not null or k.monthly_credit_cap_micros is not null)`,
    [companyId],
  )
  const budgets = await readBudgets(tx, { companyId })
  const nowMs = account.now.getTime()
  const today = account.now.toISOString().slice(0, 10)
  const pace = readPace(
    days.map(({ day, micros }) => ({ day, chargedMicros: micros })),
    nowMs,
  )
  const isPrepaid = account.billing_mode === 'PREPAID'
  return {
    now: account.now,
    balanceMicros: isPrepaid ? account.balance_micros : null,
    daysLeft: isPrepaid ? daysLeft(account.balance_micros, pace) : null,
    spentTodayMicros: days.find(({ day }) => day === today)?.micros ?? 0n,
    earlierDaysMicros: days.flatMap(({ day, micros }) => (day !== today && micros > 0n ? [micros] : [])),
    limits: [...budgets.map(toLimit), ...keys.flatMap(toCap)],
    calls: await countLatestCalls(tx, companyId),
    keys: keys.flatMap(toKey),
  }
}

async function countLatestCalls(tx: Queryable, companyId: string): Promise<AlertFigures['calls']> {
  const { rows } = await tx.query<{ total: number; failed: number }>(
    `select count(*)::int as total, count(*) filter (where status = 'FAILED')::int as failed
       from (select status from calls where company_id = $1 and id >= uuid_at(now() - interval '1 hour')
              order by id desc limit $2) latest`,
    [companyId, callsMax],
  )
  return rows[0] ?? { total: 0, failed: 0 }
}

function toLimit({ id, scope, keyId, alias, isHard, limitMicros, spentMicros }: Budget): LimitFigure {
  const target = { COMPANY: 'the company', KEY: 'a key', ALIAS: alias ?? '' }[scope]
  const name = `the ${isHard ? 'hard' : 'soft'} monthly budget of ${target}`
  return { subject: `budget:${id}`, name, keyId, limitMicros, spentMicros }
}

function toCap({ id, name, cap, spent }: Key): LimitFigure[] {
  if (cap === null) return []
  const figure = { keyId: id, limitMicros: cap, spentMicros: spent }
  return [{ subject: `cap:${id}`, name: `the monthly cap of the key ${name}`, ...figure }]
}

function toKey({ id, name, expires_at: expiresAt }: Key): KeyFigure[] {
  return expiresAt === null ? [] : [{ keyId: id, name, expiresAt }]
}
