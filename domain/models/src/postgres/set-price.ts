import type { Price } from '../price.ts'
import { addPrice } from './add-price.ts'
import { auditCatalogChange, type CatalogChangeDeps, lockAlias } from './catalog-change.ts'
import { currentPrices } from './current-prices.ts'

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
