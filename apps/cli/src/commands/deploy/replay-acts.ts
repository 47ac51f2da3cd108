// Applies acts that a restored database does not have. Applying them again changes nothing.
import type { AccessAct } from '@gatehouse/audit/access-acts/access-act'
import { readCompany } from '@gatehouse/companies/company'
import { type SuspensionDeps, resumeCompany, suspendCompany } from '@gatehouse/companies/suspend-company'
import { listApiKeys } from '@gatehouse/keys/find-keys'
import { type RevokeDeps, revokeApiKey } from '@gatehouse/keys/revoke-api-key'
import type { GroupContext } from '../../command-group.ts'

export type ReplayDeps = RevokeDeps & SuspensionDeps & Pick<GroupContext, 'by'>

/** `unknown`: the database has no such key or company, because it was created after the moment of the restore. */
type ActState = 'missing' | 'in force' | 'unknown'

export type ReplayedAct = { act: AccessAct; before: ActState }

/** `acts` are the last ones on their key or company, as an earlier one must not be applied after a later one. */
export async function replayActs(
  deps: ReplayDeps,
  acts: readonly AccessAct[],
  { isDryRun }: { isDryRun: boolean },
): Promise<ReplayedAct[]> {
  const replayed: ReplayedAct[] = []
  for (const act of acts) {
    const before = await findState(deps, act)
    if (before === 'missing' && !isDryRun) await applyAct(deps, act)
    replayed.push({ act, before })
  }
  return replayed
}

async function findState({ database }: ReplayDeps, act: AccessAct): Promise<ActState> {
  if (act.kind === 'key.revoke') {
    const key = (await listApiKeys(database, act.companyId)).find(({ id }) => id === act.keyId)
    if (!key) return 'unknown'
    return key.revokedAt ? 'in force' : 'missing'
  }
  const company = await readCompany(database, act.companyId)
  if (!company) return 'unknown'
  return (company.suspension !== null) === (act.kind === 'company.suspend') ? 'in force' : 'missing'
}

async function applyAct(deps: ReplayDeps, act: AccessAct): Promise<void> {
  switch (act.kind) {
    case 'key.revoke':
      await revokeApiKey(deps, act, deps.by)
      return
    case 'company.suspend':
      await suspendCompany(deps, act, deps.by)
      return
    case 'company.resume':
      await resumeCompany(deps, act, deps.by)
  }
}
