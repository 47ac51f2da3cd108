// The columns that a settlement writes, one line each: name, type and value. The statements for a few calls and for
// many are generated from these lists, so a new column of `calls` is one line here and one in a migration.
import type { CallEnd, FinishedCall } from '@gatehouse/calls/call'
import { assert } from '@gatehouse/runtime/assert'
import type { CallStatus } from '../../settlement/settler-options.ts'
import { type BatchSums, type RollupSum, chargedMicros, nothingUsed } from '../../sum-batch.ts'

export type ColumnValue = string | number | bigint | null

export type Column<Row> = {
  name: string
  type: string
  value: (row: Row) => ColumnValue
}

type CallColumn = Column<CallRow> & {
  /**
   * SQL of the stored value if it differs from the value sent. The argument is the SQL of the account's balance after
   * the batch.
   */
  stored?: (balanceAfterBatch: string) => string
}

export type CallRow = {
  call: FinishedCall
  usage: { promptTokens: number; cachedTokens: number; completionTokens: number }
  /** Position of the company's account in the batch, counted from 1. */
  accountPosition: number
  /** Sum of the account's charges in this batch after the call. */
  chargedLater: bigint
}

const statusOf = {
  succeeded: 'SUCCEEDED',
  failed: 'FAILED',
  parked: 'PARKED',
} as const satisfies Record<CallEnd['kind'], CallStatus>

export const callColumns: readonly CallColumn[] = [
  { name: 'id', type: 'uuid', value: ({ call }) => call.id },
  { name: 'company_id', type: 'uuid', value: ({ call }) => call.companyId },
  { name: 'key_id', type: 'uuid', value: ({ call }) => call.keyId },
  { name: 'alias', type: 'text', value: ({ call }) => call.alias },
  { name: 'operation', type: 'text', value: ({ call }) => call.operation },
  { name: 'status', type: 'call_status', value: ({ call }) => statusOf[call.end.kind] },
  {
    name: 'reason',
    type: 'text',
    value: ({ call: { end } }) => (end.kind === 'succeeded' ? null : end.reason),
  },
  {
    name: 'price_version',
    type: 'bigint',
    value: ({ call: { end } }) => (end.kind === 'succeeded' ? end.priceVersion : null),
  },
  { name: 'prompt_tokens', type: 'integer', value: ({ usage }) => usage.promptTokens },
  { name: 'cached_tokens', type: 'integer', value: ({ usage }) => usage.cachedTokens },
  { name: 'completion_tokens', type: 'integer', value: ({ usage }) => usage.completionTokens },
  { name: 'charged_micros', type: 'bigint', value: ({ call }) => chargedMicros(call) },
  { name: 'held_micros', type: 'bigint', value: ({ call }) => call.heldMicros },
  {
    name: 'balance_after_micros',
    type: 'bigint',
    value: (row) => row.chargedLater,
    stored: (balanceAfterBatch) => `${balanceAfterBatch} + i.balance_after_micros`,
  },
  { name: 'duration_ms', type: 'integer', value: ({ call }) => Math.round(call.durationMs) },
  { name: 'concerned_company_id', type: 'uuid', value: ({ call }) => call.concernedCompanyId ?? null },
]

/** The columns of the calls, and the position of each call's account in the arrays of `charge_accounts`. */
export const positionedColumns: readonly Column<CallRow>[] = [
  ...callColumns,
  { name: 'account_position', type: 'integer', value: ({ accountPosition }) => accountPosition },
]

/** The bigint columns are counters, which are added to the day's row; the other columns, with the day, are its key. */
export const rollupColumns: readonly Column<RollupSum>[] = [
  { name: 'company_id', type: 'uuid', value: ({ call }) => call.companyId },
  { name: 'key_id', type: 'uuid', value: ({ call }) => call.keyId },
  { name: 'alias', type: 'text', value: ({ call }) => call.alias },
  { name: 'requests', type: 'bigint', value: ({ requests }) => requests },
  { name: 'failed_requests', type: 'bigint', value: ({ failed }) => failed },
  { name: 'prompt_tokens', type: 'bigint', value: ({ prompt }) => prompt },
  { name: 'cached_tokens', type: 'bigint', value: ({ cached }) => cached },
  { name: 'completion_tokens', type: 'bigint', value: ({ completion }) => completion },
  { name: 'charged_micros', type: 'bigint', value: ({ charged }) => charged },
]

/** The arguments of `charge_accounts`: ids and charges of the accounts, in order of their ids. */
export function accountArrays(
  accounts: readonly (readonly [companyId: string, sum: { charged: bigint }])[],
): [ids: string, charges: string] {
  return [
    `{${accounts.map(([companyId]) => companyId).join(',')}}`,
    `{${accounts.map(([, { charged }]) => charged).join(',')}}`,
  ]
}

/** The rows of a batch, whose calls must be in ascending order of their ids. */
export function toCallRows(calls: readonly FinishedCall[], { accounts }: BatchSums): CallRow[] {
  const charged = new Map<string, bigint>()
  return calls.map((call) => {
    const account = accounts.get(call.companyId)
    assert(account, 'every call of a batch must have an account')
    const through = (charged.get(call.companyId) ?? 0n) + chargedMicros(call)
    charged.set(call.companyId, through)
    return {
      call,
      usage: call.end.usage ?? nothingUsed,
      accountPosition: account.position,
      chargedLater: account.charged - through,
    }
  })
}

/**
 * `source` is the SQL of the rows to insert, with the alias `i`; `balanceAfterBatch` is the SQL of the balance of a
 * row's account.
 */
export function insertCalls(source: string, balanceAfterBatch: string): string {
  const stored = callColumns.map((column) => column.stored?.(balanceAfterBatch) ?? `i.${column.name}`)
  return `
      insert into calls (${namesOf(callColumns)})
      select ${stored.join(', ')}
        from ${source}`
}

export function insertRollups(source: string): string {
  const counters = rollupColumns.filter(({ type }) => type === 'bigint').map(({ name }) => name)
  return `
      insert into usage_rollups as u (day, ${namesOf(rollupColumns)})
      select (now() at time zone 'UTC')::date, ${namesOf(rollupColumns, 'r.')}
        from ${source}
       where r.company_id is not null
      on conflict (company_id, key_id, alias, day) do update
         set ${counters.map((name) => `${name} = u.${name} + excluded.${name}`).join(', ')}`
}

export function namesOf(columns: readonly { name: string }[], prefix = ''): string {
  return columns.map(({ name }) => prefix + name).join(', ')
}
