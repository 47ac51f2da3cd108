import { constraintFault } from '@gatehouse/postgres/constraint-fault'
import { Fault } from '@gatehouse/runtime/fault'
import { sql } from 'kysely'
import type { StoredAlias } from '../stored-catalog.ts'
import { auditCatalogChange, type CatalogChangeDeps } from './catalog-change.ts'

/** Without `contextTokens` the stored value is kept. */
export type AliasToSet = Omit<StoredAlias, 'contextTokens'> & { contextTokens?: number | undefined }

/** Creates the alias or updates the existing one; its routes and prices are kept. */
export async function setAlias(
  deps: CatalogChangeDeps,
  { alias, capability, maxOutputTokens, contextTokens, isEnabled }: AliasToSet,
): Promise<'added' | 'changed'> {
  const stored = {
    capability,
    max_output_tokens: maxOutputTokens,
    context_tokens: contextTokens,
    is_enabled: isEnabled,
  }
  const work = deps.database.transaction().execute(async (tx) => {
    const { is_added } = await tx
      .insertInto('model_aliases')
      .values({ alias, ...stored })
      .onConflict((conflict) => conflict.column('alias').doUpdateSet({ ...stored, updated_at: sql`now()` }))
      // An updated row has the locking transaction in xmax; an inserted one has 0.
      .returning(sql<boolean>`xmax = 0`.as('is_added'))
      .executeTakeFirstOrThrow()
    await auditCatalogChange(deps, tx, { action: 'model_alias.set', alias, details: stored })
    return is_added ? ('added' as const) : ('changed' as const)
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
