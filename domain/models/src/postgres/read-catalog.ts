import { assert } from '@gatehouse/runtime/assert'
import type { Database } from '@gatehouse/schema/database'
import type { Tables } from '@gatehouse/schema/tables'
import { type Selectable, sql } from 'kysely'
import type { StoredCatalog, StoredRoute } from '../stored-catalog.ts'
import { currentPrices } from './prices.ts'

/** Reads everything in one snapshot, so that no reader sees half of a change. */
export async function readCatalog(database: Database): Promise<StoredCatalog> {
  return database.transaction().execute(async (tx) => {
    await tx.query('set transaction isolation level repeatable read, read only')
    const version = await readCatalogVersion(tx)
    const aliases = await tx.selectFrom('model_aliases').selectAll().orderBy('alias').execute()
    const routes = await tx
      .selectFrom('model_routes')
      .selectAll()
      .orderBy('alias')
      .orderBy('position')
      .orderBy('id')
      .execute()
    return {
      version,
      aliases: aliases.map((row) => ({
        alias: row.alias,
        capability: row.capability,
        maxOutputTokens: row.max_output_tokens,
        contextTokens: row.context_tokens,
        isEnabled: row.is_enabled,
      })),
      routes: routes.map(toRoute),
      prices: await currentPrices(tx),
    }
  })
}

/** Reads the version that `readCatalog` would return now, at a fraction of its cost. */
export async function readCatalogVersion(database: Database): Promise<bigint> {
  const { rows } = await sql<{ version: bigint }>`select current_catalog_version() as version`.execute(
    database,
  )
  const [row] = rows
  assert(row, 'current_catalog_version must return a row')
  return row.version
}

function toRoute(row: Selectable<Tables['model_routes']>): StoredRoute {
  return {
    id: row.id,
    alias: row.alias,
    position: row.position,
    weight: row.weight,
    baseUrl: row.base_url,
    providerModel: row.provider_model,
    credentialRef: row.credential_ref,
    timeouts: {
      connectMs: row.connect_timeout_ms,
      firstByteMs: row.first_byte_timeout_ms,
      idleMs: row.idle_timeout_ms,
      totalMs: row.total_timeout_ms,
    },
    supportsStreamOptions: row.supports_stream_options,
    supportsJsonSchema: row.supports_json_schema,
    supportsLegacyCompletions: row.supports_legacy_completions,
    countsTotalTokens: row.counts_total_tokens,
    answerModels: row.answer_models,
    rejectedFields: row.rejected_fields,
    hiddenFields: row.hidden_fields,
    hiddenNames: row.hidden_names,
    isEnabled: row.is_enabled,
  }
}
