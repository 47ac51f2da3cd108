import type { CallOperation, TokenUsage } from '@gatehouse/calls/call'
import type { Queryable } from '@gatehouse/postgres/create-postgres'
import type { CallStatus } from '../settlement/settler-options.ts'
import type { FindArchivedCall } from './archived-calls.ts'

/** What a call cost and why, according to the ledger. */
export type Receipt = {
  id: string
  companyId: string
  /** The company for which the platform made the call. */
  concernedCompanyId: string | null
  keyId: string
  alias: string
  operation: CallOperation
  status: CallStatus
  reason: string | null
  createdAt: Date
  usage: TokenUsage
  /** The price used for the charge; null if the call was not charged. */
  price: ReceiptPrice | null
  chargedMicros: bigint
  /** Amount refunded because the caller had been informed that the call was not charged, or never got its answer. */
  givenBackMicros: bigint
  /** What a person decided about a parked call; null if the call was not parked or is not decided yet. */
  decision: { chargedMicros: bigint; at: Date } | null
  heldMicros: bigint
  balanceAfterMicros: bigint
  durationMs: number
}

export type ReceiptPrice = {
  version: bigint
  inputMicrosPerMillion: bigint
  cachedInputMicrosPerMillion: bigint
  outputMicrosPerMillion: bigint
  /** The time from which the price applied. */
  since: Date
}

type Row = {
  id: string
  company_id: string
  concerned_company_id: string | null
  key_id: string
  alias: string
  operation: CallOperation
  status: CallStatus
  reason: string | null
  created_at: Date
  prompt_tokens: number
  cached_tokens: number
  completion_tokens: number
  charged_micros: bigint
  held_micros: bigint
  balance_after_micros: bigint
  duration_ms: number
  given_back_micros: bigint | null
  decided_micros: bigint | null
  decided_at: Date | null
  version: bigint | null
  input_micros_per_million: bigint | null
  cached_input_micros_per_million: bigint | null
  output_micros_per_million: bigint | null
  valid_from: Date | null
}

const columns = `
  select c.id, c.company_id, c.concerned_company_id, c.key_id, c.alias, c.operation, c.status, c.reason, c.created_at, c.prompt_tokens,
         c.cached_tokens, c.completion_tokens, c.charged_micros, c.held_micros, c.balance_after_micros, c.duration_ms,
         t.amount_micros as given_back_micros, d.charged_micros as decided_micros, d.decided_at, p.version, p.input_micros_per_million,
         p.cached_input_micros_per_million, p.output_micros_per_million, p.valid_from`

const joins = `
    left join model_prices p on p.version = c.price_version
    left join credit_transfers t on t.business_key = 'giveback:' || c.id::text
    left join parked_call_decisions d on d.call_id = c.id and d.company_id = c.company_id`

const select = `${columns} from calls c ${joins}`

const statements = {
  key: { name: 'read-receipt', text: `${select} where c.id = $1 and c.key_id = $2` },
  company: { name: 'read-company-receipt', text: `${select} where c.id = $1 and c.company_id = $2` },
  archived: {
    name: 'read-archived-receipt',
    text: `${columns} from jsonb_populate_record(null::calls, $1::jsonb) c ${joins}`,
  },
}

export type ReceiptQuestion = { callId: string } & ({ keyId: string } | { companyId: string })

/**
 * Resolves to undefined if the call does not exist or was made by another key or another company than the named one, so
 * that its existence is not revealed. An archived call is found only for a company, and if `findArchived` is given.
 */
export async function readReceipt(
  postgres: Queryable,
  { callId, ...caller }: ReceiptQuestion,
  findArchived?: FindArchivedCall,
): Promise<Receipt | undefined> {
  const { rows } = await postgres.query<Row>(
    'keyId' in caller
      ? { ...statements.key, values: [callId, caller.keyId] }
      : { ...statements.company, values: [callId, caller.companyId] },
  )
  const [row] = rows
  if (row) return toReceipt(row)
  const archived = 'companyId' in caller ? await findArchived?.({ callId, ...caller }) : undefined
  return archived && readArchivedReceipt(postgres, archived)
}

/** The price, what was given back and what was decided are still in Postgres. */
async function readArchivedReceipt(
  postgres: Queryable,
  archived: Readonly<Record<string, string | null>>,
): Promise<Receipt | undefined> {
  const { rows } = await postgres.query<Row>({ ...statements.archived, values: [JSON.stringify(archived)] })
  return rows[0] && toReceipt(rows[0])
}

function toReceipt(row: Row): Receipt {
  return {
    id: row.id,
    companyId: row.company_id,
    concernedCompanyId: row.concerned_company_id,
    keyId: row.key_id,
    alias: row.alias,
    operation: row.operation,
    status: row.status,
    reason: row.reason,
    createdAt: row.created_at,
    usage: {
      promptTokens: row.prompt_tokens,
      cachedTokens: row.cached_tokens,
      completionTokens: row.completion_tokens,
    },
    price: toPrice(row),
    chargedMicros: row.charged_micros,
    givenBackMicros: row.given_back_micros ?? 0n,
    decision: row.decided_at && { chargedMicros: row.decided_micros ?? 0n, at: row.decided_at },
    heldMicros: row.held_micros,
    balanceAfterMicros: row.balance_after_micros,
    durationMs: row.duration_ms,
  }
}

function toPrice(row: Row): ReceiptPrice | null {
  if (row.version === null || row.valid_from === null) return null
  return {
    version: row.version,
    inputMicrosPerMillion: row.input_micros_per_million ?? 0n,
    cachedInputMicrosPerMillion: row.cached_input_micros_per_million ?? 0n,
    outputMicrosPerMillion: row.output_micros_per_million ?? 0n,
    since: row.valid_from,
  }
}
