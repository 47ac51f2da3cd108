// A company's part of the ledger, from the tables and from the model, in the same format.
import type { Queryable } from '@gatehouse/postgres/create-postgres'
import type { Ledger, LedgerAccount } from '../ledger/ledger.ts'
import { compareLots } from '../ledger/lots.ts'

type Row = Readonly<Record<string, string | number | null>>

export type LedgerRows = {
  account: Row | null
  lots: readonly Row[]
  transfers: readonly Row[]
  calls: readonly Row[]
  rollups: readonly Row[]
}

/** Cached pointers to lots. They add no information to the ledger, but the fast path of settle_calls relies on them. */
export type LotPointers = { openLotId: string | null; nextExpiryAtMs: number | null }

type CompanyRows = LedgerRows & {
  companyId: string
  pointers: LotPointers | null
  /** The balance without expired lots, also before they are swept; null without an account. */
  spendable: string | null
}

/** Read by one statement, so that all of it is of the same moment. */
export type ReadRows = {
  nowMs: number
  /**
   * When the last statement ran that wrote to one of these companies. A statement that wrote nothing expired no lot either,
   * so any time since the last write is equivalent.
   */
  writtenAtMs: number
  companies: readonly CompanyRows[]
}

const companiesMax = 3

// A row for each company, of which a sequence has at most three. With an array of ids instead, Postgres would plan the
// statement each time, which takes longer than everything else: it expects more rows of an unknown array.
const query = `
  select c.id as "companyId", extract(epoch from now())::double precision * 1000 as "nowMs",
    extract(epoch from greatest(t.written_at, k.written_at))::double precision * 1000 as "writtenAtMs",
    a.account, a.pointers, a.spendable, l.lots, t.transfers, k.calls, u.rollups
    from (values ($1::uuid), ($2), ($3)) as c (id)
    left join lateral (
      select json_build_object('balance', balance_micros::text, 'charged', charged_micros::text,
               'version', version::text, 'kind', owner_kind) as account,
             json_build_object('openLotId', open_lot_id,
               'nextExpiryAtMs', round(extract(epoch from next_expiry_at) * 1000)) as pointers,
             (balance_micros - coalesce(
               (select sum(remaining_micros) from credit_lots
                 where next_expiry_at <= now() and owner_id = c.id
                   and remaining_micros > 0 and expires_at <= now()), 0))::text as spendable
        from credit_accounts where owner_id = c.id) a on true
    cross join lateral (
      select coalesce(json_agg(json_build_object('id', id, 'sourceKey', source_key, 'kind', kind,
               'granted', granted_micros::text, 'remaining', remaining_micros::text,
               'expiresAtMs', round(extract(epoch from expires_at) * 1000)) order by source_key), '[]') as lots
        from credit_lots where owner_id = c.id) l
    cross join lateral (
      select coalesce(json_agg(json_build_object('key', business_key, 'type', type, 'amount', amount_micros::text,
               'balanceAfter', balance_after_micros::text) order by business_key), '[]') as transfers,
             max(created_at) as written_at
        from credit_transfers where owner_id = c.id) t
    cross join lateral (
      select coalesce(json_agg(json_build_object('id', id, 'keyId', key_id, 'status', status, 'reason', reason,
               'charged', charged_micros::text, 'balanceAfter', balance_after_micros::text) order by id), '[]') as calls,
             max(created_at) as written_at
        from calls where company_id = c.id) k
    cross join lateral (
      select coalesce(json_agg(json_build_object('keyId', key_id, 'alias', alias, 'day', day - date '1970-01-01',
               'requests', requests, 'failed', failed_requests, 'prompt', prompt_tokens, 'cached', cached_tokens,
               'completion', completion_tokens, 'charged', charged_micros::text)
               order by key_id, alias collate "C", day), '[]') as rollups
        from usage_rollups where company_id = c.id) u
   where c.id is not null`

type AnsweredRow = CompanyRows & { nowMs: number; writtenAtMs: number | null }

export async function readLedgerRows(postgres: Queryable, companyIds: readonly string[]): Promise<ReadRows> {
  const values = Array.from({ length: companiesMax }, (_, index) => companyIds[index] ?? null)
  const { rows } = await postgres.query<AnsweredRow>({ name: 'ledger-rows', text: query, values })
  return {
    nowMs: rows[0]?.nowMs ?? 0,
    writtenAtMs: Math.max(0, ...rows.map(({ writtenAtMs }) => writtenAtMs ?? 0)),
    companies: rows.map(({ nowMs: _nowMs, writtenAtMs: _writtenAtMs, ...company }) => company),
  }
}

export function modelRows(ledger: Ledger, companyId: string): LedgerRows {
  const account = ledger.accounts.get(companyId)
  return {
    account: account ? accountRow(account) : null,
    lots: sortedBy(account?.lots.map(lotRow) ?? [], ['sourceKey']),
    transfers: sortedBy(
      ledger.transfers
        .filter(({ ownerId }) => ownerId === companyId)
        .map(({ businessKey, type, amountMicros, balanceAfterMicros }) => ({
          key: businessKey,
          type,
          amount: String(amountMicros),
          balanceAfter: String(balanceAfterMicros),
        })),
      ['key'],
    ),
    calls: sortedBy(
      ledger.calls
        .filter((call) => call.companyId === companyId)
        .map(({ id, keyId, status, reason, chargedMicros, balanceAfterMicros }) => ({
          id,
          keyId,
          status,
          reason: reason ?? null,
          charged: String(chargedMicros),
          balanceAfter: String(balanceAfterMicros),
        })),
      ['id'],
    ),
    rollups: sortedBy(
      [...ledger.rollups.values()]
        .filter((rollup) => rollup.companyId === companyId)
        .map(
          ({
            companyId: _companyId,
            failedRequests,
            promptTokens,
            cachedTokens,
            completionTokens,
            ...rest
          }) => ({
            keyId: rest.keyId,
            alias: rest.alias,
            day: rest.day,
            requests: rest.requests,
            failed: failedRequests,
            prompt: promptTokens,
            cached: cachedTokens,
            completion: completionTokens,
            charged: String(rest.chargedMicros),
          }),
        ),
      ['keyId', 'alias', 'day'],
    ),
  }
}

/** Checks that the account's pointers never skip a lot that must pay or expire next. */
export function findPointerViolations(account: LedgerAccount, pointers: LotPointers): string[] {
  const full = account.lots.filter(({ remainingMicros }) => remainingMicros > 0n).sort(compareLots)
  const open = account.lots.find(({ id }) => id === pointers.openLotId)
  const firstEndMs = full[0]?.expiresAtMs
  const violations: string[] = []
  if (open ? open.remainingMicros > 0n && open !== full[0] : full.length > 0) {
    violations.push(`open lot ${pointers.openLotId}, but ${full[0]?.id} pays next`)
  }
  if (
    firstEndMs !== undefined &&
    (pointers.nextExpiryAtMs === null || pointers.nextExpiryAtMs > firstEndMs)
  ) {
    violations.push(`next expiry ${pointers.nextExpiryAtMs}, but a lot ends at ${firstEndMs}`)
  }
  return violations
}

function accountRow(account: LedgerAccount): Row {
  const { balanceMicros, chargedMicros, version, ownerKind } = account
  return {
    balance: String(balanceMicros),
    charged: String(chargedMicros),
    version: String(version),
    kind: ownerKind,
  }
}

function lotRow(lot: LedgerAccount['lots'][number]): Row {
  return {
    id: lot.id,
    sourceKey: lot.sourceKey,
    kind: lot.kind,
    granted: String(lot.grantedMicros),
    remaining: String(lot.remainingMicros),
    expiresAtMs: lot.expiresAtMs ?? null,
  }
}

function sortedBy(rows: readonly Row[], columns: readonly string[]): readonly Row[] {
  return rows.toSorted((left, right) => {
    for (const column of columns) {
      const [one, other] = [left[column] ?? '', right[column] ?? '']
      if (one !== other) return one < other ? -1 : 1
    }
    return 0
  })
}
