// Seeds a new installation with the documented aliases, all served by one provider.
import { createHash } from 'node:crypto'
import type { Ids } from '@gatehouse/runtime/ids'
import type { Database, Transaction } from '@gatehouse/schema/database'
import { sql } from 'kysely'
import type { Capability } from '../alias.ts'
import { auditCatalogChange } from './catalog-change.ts'
import { addPrice } from './prices.ts'

export type DemoProvider = {
  /** Up to and including the version: http://127.0.0.1:8090/v1 */
  baseUrl: string
  /** The provider's model for the aliases of each capability. */
  models: Readonly<Record<Capability, string>>
  credentialRef?: string | null
  /** The prefix of the alias names. */
  prefix?: string
}

export type SeedAliasesOutcome = {
  created: readonly string[]
  /** Existing aliases whose route pointed to another provider and was updated. */
  rerouted: readonly string[]
}

type DemoAlias = {
  name: string
  capability: Capability
  maxOutputTokens: number
  contextTokens: number
  /** Input, cached input and output, in micro-credits per million tokens. */
  prices: readonly [bigint, bigint, bigint]
}

const large = {
  maxOutputTokens: 32_768,
  contextTokens: 400_000,
  prices: [5_000_000n, 500_000n, 25_000_000n],
} as const
const medium = {
  maxOutputTokens: 16_384,
  contextTokens: 200_000,
  prices: [1_000_000n, 100_000n, 5_000_000n],
} as const
const small = {
  maxOutputTokens: 8_192,
  contextTokens: 128_000,
  prices: [150_000n, 15_000n, 600_000n],
} as const
const embedding = { maxOutputTokens: 0, contextTokens: 8_192, prices: [20_000n, 20_000n, 0n] } as const

const demoAliases: readonly DemoAlias[] = [
  { name: 'chat-premium', capability: 'chat', ...large },
  { name: 'chat-default', capability: 'chat', ...medium },
  { name: 'chat-cheap', capability: 'chat', ...small },
  { name: 'extract-default', capability: 'extract', ...medium },
  { name: 'extract-fast', capability: 'extract', ...small },
  { name: 'embed-default', capability: 'embed', ...embedding },
]

export type SeedDeps = { database: Database; ids: Ids }

/**
 * Adds each missing alias with its route and its price. An existing alias is left unchanged, except that its seeded
 * route is updated to the given provider, because the provider of `gatehouse dev` may have a different port each time.
 */
export async function seedDemoAliases(
  { database, ids }: SeedDeps,
  provider: DemoProvider,
): Promise<SeedAliasesOutcome> {
  const { prefix = 'svc' } = provider
  const deps = { ids, by: { actor: { kind: 'operator', id: 'gatehouse seed' } } } as const
  return database.transaction().execute(async (tx) => {
    const created: string[] = []
    const rerouted: string[] = []
    for (const { name, ...described } of demoAliases) {
      const alias = `${prefix}/${name}`
      const route = toRoute(alias, described.capability, provider)
      const isNew = await addAlias(tx, alias, described)
      if (isNew) await tx.insertInto('model_routes').values(route).execute()
      else if (!(await reroute(tx, route))) continue
      const [changed, action] = isNew
        ? ([created, 'model_alias.set'] as const)
        : ([rerouted, 'model_route.set'] as const)
      changed.push(alias)
      await auditCatalogChange(deps, tx, { action, alias, details: route })
    }
    return { created, rerouted }
  })
}

/** Resolves to false if the alias exists. Of two concurrent seeders, one waits here for the other. */
async function addAlias(
  tx: Transaction,
  alias: string,
  { capability, maxOutputTokens, contextTokens, prices }: Omit<DemoAlias, 'name'>,
): Promise<boolean> {
  const added = await tx
    .insertInto('model_aliases')
    .values({
      alias,
      capability,
      max_output_tokens: maxOutputTokens,
      context_tokens: contextTokens,
    })
    .onConflict((conflict) => conflict.column('alias').doNothing())
    .returning('alias')
    .executeTakeFirst()
  if (!added) return false
  const [inputMicrosPerMillion, cachedInputMicrosPerMillion, outputMicrosPerMillion] = prices
  await addPrice(tx, { alias, inputMicrosPerMillion, cachedInputMicrosPerMillion, outputMicrosPerMillion })
  return true
}

function toRoute(alias: string, capability: Capability, { baseUrl, models, credentialRef }: DemoProvider) {
  return {
    id: demoRouteId(alias),
    alias,
    position: 0,
    base_url: baseUrl,
    provider_model: models[capability],
    credential_ref: credentialRef ?? null,
  }
}

/**
 * Updates only the route that was seeded with the alias, never one that an operator set. Resolves to false if nothing
 * changed.
 */
async function reroute(tx: Transaction, route: ReturnType<typeof toRoute>): Promise<boolean> {
  const { id, base_url, provider_model, credential_ref } = route
  const changed = await tx
    .updateTable('model_routes')
    .set({ base_url, provider_model, credential_ref })
    .where('id', '=', id)
    .where(sql<boolean>`(base_url, provider_model, credential_ref)
      is distinct from (${base_url}, ${provider_model}, ${credential_ref})`)
    .returning('id')
    .executeTakeFirst()
  return changed !== undefined
}

/** Derived from the alias, so that seeding again finds the route. */
function demoRouteId(alias: string): string {
  const hex = createHash('sha256').update(`demo route of ${alias}`).digest('hex')
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}
