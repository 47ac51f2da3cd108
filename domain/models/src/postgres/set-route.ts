import { Fault } from '@gatehouse/runtime/fault'
import type { Transaction } from '@gatehouse/schema/database'
import type { RouteTimeouts } from '../alias.ts'
import { parseProviderUrl } from '../providers.ts'
import { isCredentialReference } from '../read-credential.ts'
import type { StoredRoute } from '../stored-catalog.ts'
import { type CatalogChangeDeps, auditCatalogChange, lockAlias } from './catalog-change.ts'

type Target = 'alias' | 'position' | 'baseUrl' | 'providerModel'
type Optional<T> = { [Name in keyof T]?: T[Name] | undefined }

/** Omitted fields keep their value on an existing route and get the default on a new one. */
export type RouteToSet = Pick<StoredRoute, Target> &
  Optional<Omit<StoredRoute, Target | 'id' | 'timeouts'>> & {
    timeouts?: Optional<RouteTimeouts>
    /**
     * True if other routes at the same position are kept, so that calls are shared by weight; otherwise this route
     * replaces them.
     */
    isBeside?: boolean | undefined
  }

export type SetRouteOutcome = { kind: 'added' | 'changed'; id: string; removed: number }

export async function setRoute(deps: CatalogChangeDeps, route: RouteToSet): Promise<SetRouteOutcome> {
  const columns = toColumns(route)
  const target = { alias: route.alias, position: route.position, base_url: checkUrl(route.baseUrl) }
  return deps.database.transaction().execute(async (tx) => {
    await lockAlias(tx, route.alias)
    const newId = deps.ids.uuid()
    const { id } = await tx
      .insertInto('model_routes')
      .values({ id: newId, ...target, ...columns })
      .onConflict((conflict) => conflict.constraint('model_routes_target_key').doUpdateSet(columns))
      .returning('id')
      .executeTakeFirstOrThrow()
    const removed = route.isBeside ? [] : await removeOthers(tx, route, id)
    const details = { route_id: id, ...target, ...columns, removed_route_ids: removed }
    await auditCatalogChange(deps, tx, { action: 'model_route.set', alias: route.alias, details })
    return { kind: id === newId ? 'added' : 'changed', id, removed: removed.length }
  })
}

/** Throws if there is no such route. Calls that already use the route continue. */
export async function removeRoute(deps: CatalogChangeDeps, routeId: string): Promise<{ alias: string }> {
  return deps.database.transaction().execute(async (tx) => {
    const removed = await tx
      .deleteFrom('model_routes')
      .where('id', '=', routeId)
      .returning(['alias', 'position', 'base_url', 'provider_model'])
      .executeTakeFirst()
    if (!removed)
      throw new Fault({
        kind: 'not_found',
        code: 'models.route_unknown',
        publicMessage: 'No route has this id. Reload the catalog: the route may have been replaced.',
      })
    const { alias, ...target } = removed
    const details = { route_id: routeId, ...target }
    await auditCatalogChange(deps, tx, { action: 'model_route.remove', alias, details })
    return { alias }
  })
}

async function removeOthers(
  tx: Transaction,
  { alias, position }: RouteToSet,
  keptId: string,
): Promise<string[]> {
  const removed = await tx
    .deleteFrom('model_routes')
    .where('alias', '=', alias)
    .where('position', '=', position)
    .where('id', '<>', keptId)
    .returning('id')
    .execute()
  return removed.map(({ id }) => id)
}

/** An undefined column is left out of the statement. */
function toColumns({ credentialRef, timeouts, ...route }: RouteToSet) {
  if (typeof credentialRef === 'string' && !isCredentialReference(credentialRef)) {
    // The message does not quote the value, because it may be the credential itself.
    throw invalid(
      'credentialRef',
      'Name the credential as env:NAME or file:/path; its value must not be entered here.',
    )
  }
  return {
    provider_model: route.providerModel,
    credential_ref: credentialRef,
    weight: route.weight,
    connect_timeout_ms: timeouts?.connectMs,
    first_byte_timeout_ms: timeouts?.firstByteMs,
    idle_timeout_ms: timeouts?.idleMs,
    total_timeout_ms: timeouts?.totalMs,
    supports_stream_options: route.supportsStreamOptions,
    supports_json_schema: route.supportsJsonSchema,
    supports_legacy_completions: route.supportsLegacyCompletions,
    counts_total_tokens: route.countsTotalTokens,
    answer_models: copyOf(route.answerModels),
    rejected_fields: copyOf(route.rejectedFields),
    hidden_fields: copyOf(route.hiddenFields),
    hidden_names: copyOf(route.hiddenNames),
    is_enabled: route.isEnabled,
  }
}

function copyOf(list: readonly string[] | undefined): string[] | undefined {
  return list && [...list]
}

function checkUrl(text: string): string {
  const url = parseProviderUrl(text)
  if (url !== undefined) return url
  throw invalid(
    'baseUrl',
    'The base URL must begin with http:// or https://, and have no user name, query or fragment.',
  )
}

function invalid(input: string, publicMessage: string): Fault {
  return new Fault({ kind: 'invalid', code: 'models.route_invalid', publicMessage, input })
}
