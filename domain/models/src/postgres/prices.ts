import type { Database } from '@gatehouse/schema/database'
import { sql } from 'kysely'
import type { Price } from '../alias.ts'
import { type CatalogChangeDeps, auditCatalogChange, lockAlias } from './catalog-change.ts'

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

export type StoredPrice = Price & { validFrom: Date }

const pricesListedMax = 20

/** The latest versions of each alias's price, at most 20, newest first. */
export async function listPrices(database: Database): Promise<ReadonlyMap<string, readonly StoredPrice[]>> {
  const { rows } = await sql<StoredPrice>`
    select version, alias, input_micros_per_million as "inputMicrosPerMillion",
           cached_input_micros_per_million as "cachedInputMicrosPerMillion",
           output_micros_per_million as "outputMicrosPerMillion", valid_from as "validFrom"
      from (select *, row_number() over (partition by alias order by valid_from desc, version desc) as place
              from model_prices) ranked
     where place <= ${pricesListedMax} order by alias, place`.execute(database)
  return Map.groupBy(rows, ({ alias }) => alias)
}

export type SetPriceOutcome = { kind: 'set' | 'unchanged'; version: bigint }

/** Sets the price from now on. Setting the current price again creates no new version. */
export async function setPrice(
  deps: CatalogChangeDeps,
  price: Omit<Price, 'version'>,
): Promise<SetPriceOutcome> {
  return deps.database.transaction().execute(async (tx) => {
    await lockAlias(tx, price.alias)
    const current = (await currentPrices(tx)).get(price.alias)
    if (current && isSame(current, price)) return { kind: 'unchanged', version: current.version }
    const version = await addPrice(tx, price)
    const details = {
      version: String(version),
      input_micros_per_million: String(price.inputMicrosPerMillion),
      cached_input_micros_per_million: String(price.cachedInputMicrosPerMillion),
      output_micros_per_million: String(price.outputMicrosPerMillion),
    }
    await auditCatalogChange(deps, tx, { action: 'model_price.set', alias: price.alias, details })
    return { kind: 'set', version }
  })
}

function isSame(left: Omit<Price, 'version'>, right: Omit<Price, 'version'>): boolean {
  return (
    left.inputMicrosPerMillion === right.inputMicrosPerMillion &&
    left.cachedInputMicrosPerMillion === right.cachedInputMicrosPerMillion &&
    left.outputMicrosPerMillion === right.outputMicrosPerMillion
  )
}
