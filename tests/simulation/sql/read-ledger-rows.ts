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

type ReadRows = LedgerRows & { companyId: string; pointers: LotPointers | null; nowMs: number }

const query = `
  select c.id as "companyId", extract(epoch from now())::double precision * 1000 as "nowMs",
    (select json_build_object('balance', balance_micros::text, 'charged', charged_micros::text,
                              'version', version::text, 'kind', owner_kind)
       from credit_accounts where owner_id = c.id) as account,
    (select json_build_object('openLotId', open_lot_id,
                              'nextExpiryAtMs', round(extract(epoch from next_expiry_at) * 1000))
       from credit_accounts where owner_id = c.id) as pointers,
    (select coalesce(json_agg(json_build_object('id', id, 'sourceKey', source_key, 'kind', kind,
              'granted', granted_micros::text, 'remaining', remaining_micros::text,
              'expiresAtMs', round(extract(epoch from expires_at) * 1000)) order by source_key), '[]')
       from credit_lots where owner_id = c.id) as lots,
    (select coalesce(json_agg(json_build_object('key', business_key, 'type', type, 'amount', amount_micros::text,
              'balanceAfter', balance_after_micros::text) order by business_key), '[]')
       from credit_transfers where owner_id = c.id) as transfers,
    (select coalesce(json_agg(json_build_object('id', id, 'keyId', key_id, 'status', status, 'reason', reason,
              'charged', charged_micros::text, 'balanceAfter', balance_after_micros::text) order by id), '[]')
       from calls where company_id = c.id) as calls,
    (select coalesce(json_agg(json_build_object('keyId', key_id, 'alias', alias, 'day', day - date '1970-01-01',
              'requests', requests, 'failed', failed_requests, 'prompt', prompt_tokens, 'cached', cached_tokens,
              'completion', completion_tokens, 'charged', charged_micros::text)
              order by key_id, alias collate "C", day), '[]')
       from usage_rollups where company_id = c.id) as rollups
    from unnest($1::uuid[]) as c (id)`

export async function readLedgerRows(
  postgres: Queryable,
  companyIds: readonly string[],
): Promise<readonly ReadRows[]> {
  const { rows } = await postgres.query<ReadRows>({ name: 'ledger-rows', text: query, values: [companyIds] })
  return rows
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
