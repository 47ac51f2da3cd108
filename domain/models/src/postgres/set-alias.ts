import { constraintFault } from '@gatehouse/postgres/constraint-fault'
import { Fault } from '@gatehouse/runtime/fault'
import { sql } from 'kysely'
import type { StoredAlias } from '../stored-catalog.ts'
import { auditCatalogChange, type CatalogChangeDeps } from './catalog-change.ts'

type Optional = 'contextTokens' | 'isEnabled'

/** Omitted values keep what is stored. A new alias is enabled unless the caller says otherwise. */
export type AliasToSet = Omit<StoredAlias, Optional> & { [Name in Optional]?: StoredAlias[Name] | undefined }

export type SetAliasOutcome = { kind: 'added' | 'changed'; isEnabled: boolean }

/** Creates the alias or updates the existing one; its routes and prices are kept. */
export async function setAlias(
  deps: CatalogChangeDeps,
  { alias, capability, maxOutputTokens, contextTokens, isEnabled }: AliasToSet,
): Promise<SetAliasOutcome> {
  const stored = {
    capability,
    max_output_tokens: maxOutputTokens,
    context_tokens: contextTokens,
    is_enabled: isEnabled,
  }
  const work = deps.database.transaction().execute(async (tx) => {
    const { is_added, is_enabled } = await tx
      .insertInto('model_aliases')
      .values({ alias, ...stored })
      .onConflict((conflict) => conflict.column('alias').doUpdateSet({ ...stored, updated_at: sql`now()` }))
      // An updated row has the locking transaction in xmax; an inserted one has 0.
      .returning([sql<boolean>`xmax = 0`.as('is_added'), 'is_enabled'])
      .executeTakeFirstOrThrow()
    const details = { ...stored, is_enabled }
    await auditCatalogChange(deps, tx, { action: 'model_alias.set', alias, details })
    return { kind: is_added ? ('added' as const) : ('changed' as const), isEnabled: is_enabled }
  })
  return work.catch((thrown: unknown) => {
    throw constraintFault(thrown, {
      model_aliases_alias_shape: invalid(
        'alias',
        `${alias} is not a valid alias. Use the form svc/chat-default.`,
      ),
      model_aliases_max_output_tokens: invalid(
        'maxOutputTokens',
        'Only an alias for embeddings may write no tokens.',
      ),
    })
  })
}

const invalid = (input: string, publicMessage: string) => (cause: unknown) =>
  new Fault({ kind: 'invalid', code: 'models.alias_invalid', publicMessage, input, cause })
