import type { Database } from '@gatehouse/schema/database'
import { sql } from 'kysely'
import type { Price } from '../price.ts'

/**
 * Adds a version that is valid from `validFrom`, by default now by the database's clock; running calls keep the price
 * they were admitted with.
 */
export async function addPrice(
  database: Database,
  price: Omit<Price, 'version'>,
  validFrom?: Date,
): Promise<bigint> {
  const { version } = await database
    .insertInto('model_prices')
    .values({
      alias: price.alias,
      input_micros_per_million: price.inputMicrosPerMillion,
      cached_input_micros_per_million: price.cachedInputMicrosPerMillion,
      output_micros_per_million: price.outputMicrosPerMillion,
      valid_from: validFrom ?? sql<Date>`clock_timestamp()`,
    })
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}
