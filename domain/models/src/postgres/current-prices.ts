import type { Database } from '@gatehouse/schema/database'
import { sql } from 'kysely'
import type { Price } from '../price.ts'

/** Reads the price of every alias that has one at that time, by default now by the database's clock. */
export async function currentPrices(database: Database, at?: Date): Promise<ReadonlyMap<string, Price>> {
  const rows = await database
    .selectFrom('model_prices')
    .distinctOn('alias')
    .selectAll()
    .where('valid_from', '<=', at ?? sql<Date>`statement_timestamp()`)
    .orderBy('alias')
    .orderBy('valid_from', 'desc')
    .execute()
  return new Map(
    rows.map((row) => [
      row.alias,
      {
        version: row.version,
        alias: row.alias,
        inputMicrosPerMillion: row.input_micros_per_million,
        cachedInputMicrosPerMillion: row.cached_input_micros_per_million,
        outputMicrosPerMillion: row.output_micros_per_million,
      },
    ]),
  )
}
