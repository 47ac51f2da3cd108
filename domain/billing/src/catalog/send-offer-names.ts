// Sends renamed offers to the payment provider, whose pages and invoices show the product's name.
import { Fault } from '@gatehouse/runtime/fault'
import { type RawBuilder, sql } from 'kysely'
import type { CatalogDeps } from '../billing-deps.ts'

type Deps = Pick<CatalogDeps, 'database' | 'logger' | 'provider'>

type Renamed = { id: string; productId: string; name: string; lastName: string | null }

const tables = ['plans', 'credit_packs'] as const
type Table = (typeof tables)[number]

const batchMax = 100

/** A failure for one offer is logged and retried with the next run; the others are still sent. Returns the number sent. */
export async function sendOfferNames(deps: Deps): Promise<number> {
  let sent = 0
  for (const table of tables)
    for (const offer of await findRenamed(deps, table)) {
      const isSent = await sendName(deps, offer)
      if (isSent === 'later') continue
      await recordName(deps, table, offer)
      if (isSent === 'sent') sent += 1
    }
  return sent
}

async function findRenamed({ database }: Deps, table: Table): Promise<readonly Renamed[]> {
  const { rows } = await sql<Renamed>`
    select id, provider_product_id as "productId", name, provider_product_name as "lastName"
      from ${sql.table(table)}
     where provider_product_id is not null and provider_product_name is distinct from name
     order by id limit ${batchMax}`.execute(database)
  return rows
}

async function sendName(
  { provider, logger }: Deps,
  { id, productId, name }: Renamed,
): Promise<'sent' | 'rejected' | 'later'> {
  try {
    await provider.renameProduct({ id: productId, name })
    return 'sent'
  } catch (thrown) {
    const isRejected = thrown instanceof Fault && ['invalid', 'not_found'].includes(thrown.kind)
    const outcome = isRejected ? 'it is not retried' : 'it will be retried'
    logger.warn(`name of an offer could not be sent to the payment provider; ${outcome}`, {
      error: thrown,
      offer_id: id,
    })
    return isRejected ? 'rejected' : 'later'
  }
}

/**
 * If another process recorded a name since ours was read, the order in which the provider received the two is unknown, so
 * the name counts as not sent.
 */
async function recordName({ database }: Deps, table: Table, { id, name, lastName }: Renamed): Promise<void> {
  const recorded: RawBuilder<string | null> = sql`
    case when provider_product_name is not distinct from ${lastName} then ${name}::text end`
  await database.updateTable(table).set({ provider_product_name: recorded }).where('id', '=', id).execute()
}
