// What the usage of the last days would cost at another price. Read from the rollups, whose tokens include those that a
// failed call reported but was not charged for; each sum of tokens is priced exactly and rounded up once.
import type { Price } from '@gatehouse/models/alias'
import type { Database } from '@gatehouse/schema/database'
import { sql } from 'kysely'
import type { PricePerMillion } from '../price-call.ts'

export type PricePreview = {
  /** The usage at the price in force. */
  beforeMicros: bigint
  /** The usage at the previewed price. */
  afterMicros: bigint
  /** What was charged for the usage, at the prices in force at the time. */
  chargedMicros: bigint
  /** The companies whose cost changes most, at most `companiesMax`. */
  companies: readonly CompanyPreview[]
}

export type CompanyPreview = {
  companyId: string
  companyName: string | null
  beforeMicros: bigint
  afterMicros: bigint
  chargedMicros: bigint
}

export type PreviewQuestion = {
  alias: string
  current: Price
  next: PricePerMillion
  /** Days in UTC, today included. */
  days: number
}

export const companiesMax = 100

type Row = {
  companyId: string
  companyName: string | null
  input: bigint
  cached: bigint
  output: bigint
  charged: bigint
}

export async function previewPrice(
  database: Database,
  { alias, current, next, days }: PreviewQuestion,
): Promise<PricePreview> {
  const { rows } = await sql<Row>`
    select u.company_id as "companyId", c.name as "companyName",
           sum(u.prompt_tokens - u.cached_tokens)::bigint as input, sum(u.cached_tokens)::bigint as cached,
           sum(u.completion_tokens)::bigint as output, sum(u.charged_micros)::bigint as charged
      from usage_rollups u left join companies c on c.id = u.company_id
     where u.alias = ${alias} and u.day > (now() at time zone 'UTC')::date - ${days}::integer
     group by u.company_id, c.name order by u.company_id`.execute(database)
  const companies = rows.map((row) => ({
    companyId: row.companyId,
    companyName: row.companyName,
    beforeMicros: costOf(row, current),
    afterMicros: costOf(row, next),
    chargedMicros: row.charged,
  }))
  const sum = (read: (company: CompanyPreview) => bigint) =>
    companies.reduce((total, company) => total + read(company), 0n)
  return {
    beforeMicros: sum(({ beforeMicros }) => beforeMicros),
    afterMicros: sum(({ afterMicros }) => afterMicros),
    chargedMicros: sum(({ chargedMicros }) => chargedMicros),
    companies: companies.toSorted(byChange).slice(0, companiesMax),
  }
}

const tokensPerPriceUnit = 1_000_000n

function costOf({ input, cached, output }: Row, price: PricePerMillion): bigint {
  const costPerMillion =
    input * price.inputMicrosPerMillion +
    cached * price.cachedInputMicrosPerMillion +
    output * price.outputMicrosPerMillion
  return (costPerMillion + tokensPerPriceUnit - 1n) / tokensPerPriceUnit
}

/** The largest change first, up or down. */
function byChange(left: CompanyPreview, right: CompanyPreview): number {
  const [one, other] = [changeOf(left), changeOf(right)]
  if (one === other) return 0
  return one > other ? -1 : 1
}

function changeOf({ beforeMicros, afterMicros }: CompanyPreview): bigint {
  return afterMicros > beforeMicros ? afterMicros - beforeMicros : beforeMicros - afterMicros
}
