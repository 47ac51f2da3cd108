// Compares all journals with the whole ledger once, at the end: the journals are re-read from their files into a table
// and compared with the ledger in both directions.
import type { Queryable } from '@gatehouse/postgres/create-postgres'
import type { CrashSetup } from './crash-setup.ts'
import { type JournalLine, readJournal } from './journal.ts'

export type WholeHistory = {
  acknowledged: number
  sent: number
  delivered: number
  /**
   * Not charged, or charged another amount, although its answer was delivered and the ledger then worked for more than
   * a second before the process was killed. A delivery cannot be recorded while the ledger is down.
   */
  lost: number
  /** Delivered in the last second of a working ledger before its process was killed, and refunded. */
  returnedLate: number
  /** Charged although its answer was not delivered. */
  chargedUndelivered: number
  /** Acknowledged as newly charged by two attempts. */
  doubled: number
  /** In the ledger, but never sent. */
  unsent: number
  rejected: number
  /** Rejected, and yet charged and not refunded. */
  rejectedButCharged: number
  /** Refunded charges. */
  givenBack: number
  /** Acknowledged transfers that are not in the ledger exactly once with the same amount. */
  transfersLost: number
  transfers: number
}

export async function checkWholeHistory(
  postgres: Queryable,
  { companies, journals, outages }: Pick<CrashSetup, 'companies' | 'journals' | 'outages'>,
): Promise<WholeHistory> {
  await postgres.query(`
    create unlogged table journal_lines (
      mark text, id text, company_id uuid, micros bigint, at_ms bigint, killed_at_ms bigint);
    create unlogged table outages (from_ms bigint, until_ms bigint)`)
  await postgres.query('insert into outages select * from unnest($1::bigint[], $2::bigint[])', [
    outages.map(({ fromMs }) => fromMs),
    outages.map(({ untilMs }) => untilMs),
  ])
  const companyIds = companies.map(({ id }) => id)
  for (const { path, killedAtMs } of journals) {
    const reader = readJournal(path)
    for (let lines = reader.readNew(); lines.length > 0; lines = reader.readNew()) {
      await insertLines(postgres, lines, { companyIds, killedAtMs })
    }
  }
  await postgres.query(prepareStatement)
  const { rows } = await postgres.query<Record<keyof WholeHistory, bigint>>(compareQuery)
  const counts = Object.entries(rows[0] ?? {}).map(([name, count]) => [name, Number(count)])
  return Object.fromEntries(counts) as WholeHistory
}

async function insertLines(
  postgres: Queryable,
  lines: readonly JournalLine[],
  { companyIds, killedAtMs }: { companyIds: readonly string[]; killedAtMs: number | undefined },
): Promise<void> {
  const text = (values: readonly (string | bigint)[]) => `{${values.join(',')}}`
  await postgres.query(
    `insert into journal_lines
     select mark, id, ($3::uuid[])[company + 1], micros, at_ms, $7
       from unnest($1::text[], $2::text[], $4::int[], $5::bigint[], $6::bigint[]) as l (mark, id, company, micros, at_ms)`,
    [
      text(lines.map(({ mark }) => mark)),
      text(lines.map(({ id }) => id)),
      text(companyIds),
      text(lines.map(({ company }) => String(company))),
      text(lines.map(({ micros }) => micros)),
      text(lines.map(({ atMs }) => String(atMs))),
      killedAtMs ?? null,
    ],
  )
}

const prepareStatement = `
  create function down_ms(from_ms bigint, until_ms bigint) returns bigint language sql stable as $$
    select coalesce(sum(least(o.until_ms, $2) - greatest(o.from_ms, $1)), 0)::bigint
      from outages o where o.from_ms < $2 and o.until_ms > $1 $$;
  create unlogged table journal_calls as
  select s.id::uuid as id, s.company_id, s.micros, coalesce(o.settled, 0) as settled, coalesce(o.known, 0) as known,
         coalesce(o.rejected, 0) as rejected, coalesce(o.is_delivered, false) as is_delivered,
         coalesce(o.is_late, false) as is_late
    from journal_lines s
    left join (select id, count(*) filter (where mark = 'settled') as settled,
                      count(*) filter (where mark = 'known') as known,
                      count(*) filter (where mark in ('rejected', 'refused')) as rejected,
                      bool_or(mark = 'delivered') as is_delivered,
                      bool_or(mark = 'delivered' and killed_at_ms - at_ms - down_ms(at_ms, killed_at_ms) <= 1000)
                        as is_late
                 from journal_lines where mark in ('settled', 'known', 'rejected', 'refused', 'delivered')
                group by id) o
      on o.id = s.id
   where s.mark = 'sent';
  create unlogged table given_back as
  select substring(business_key from 10)::uuid as id, amount_micros as micros
    from credit_transfers where business_key like 'giveback:%';
  analyze journal_lines; analyze journal_calls; analyze given_back`

const compareQuery = `
  with compared as (
    select j.*, j.settled + j.known > 0 as is_acknowledged,
           coalesce(c.charged_micros, 0) - coalesce(g.micros, 0) as charged,
           c.company_id is null or c.company_id = j.company_id as is_own
      from journal_calls j
      left join calls c on c.id = j.id
      left join given_back g on g.id = j.id
  ), transfers as (
    select m.id, m.micros, m.company_id, t.amount_micros, t.owner_id
      from journal_lines m
      join (select id from journal_lines where mark = 'moved') told on told.id = m.id
      left join credit_transfers t on t.business_key = m.id
     where m.mark = 'moving'
  )
  select (select count(*) from compared where is_acknowledged) as "acknowledged",
         (select count(*) from compared) as "sent",
         (select count(*) from compared where is_delivered) as "delivered",
         (select count(*) from compared
           where is_delivered and (charged <> micros or not is_own) and not (is_late and charged = 0)) as "lost",
         (select count(*) from compared where is_delivered and is_late and charged = 0) as "returnedLate",
         (select count(*) from compared where not is_delivered and charged <> 0) as "chargedUndelivered",
         (select count(*) from compared where settled > 1) as "doubled",
         (select count(*) from calls c left join journal_calls j on j.id = c.id
           where j.id is null and c.charged_micros > 0) as "unsent",
         (select count(*) from compared where rejected > 0 and not is_acknowledged) as "rejected",
         (select count(*) from compared
           where rejected > 0 and not is_acknowledged and charged <> 0) as "rejectedButCharged",
         (select count(*) from given_back) as "givenBack",
         (select count(*) from transfers where amount_micros is distinct from micros or owner_id <> company_id)
           as "transfersLost",
         (select count(*) from transfers) as "transfers"`
