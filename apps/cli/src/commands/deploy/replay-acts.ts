// Applies acts that a restored database does not have. Applying them again changes nothing.
import type { AccessAct } from '@gatehouse/audit/access-acts/access-act'
import { readCompany } from '@gatehouse/companies/company'
import { type SuspensionDeps, resumeCompany, suspendCompany } from '@gatehouse/companies/suspend-company'
import { type ApiKey, keyStatus } from '@gatehouse/keys/api-key'
import { listApiKeys } from '@gatehouse/keys/find-keys'
import { type RevokeDeps, revokeApiKey } from '@gatehouse/keys/revoke-api-key'
import { type UpdateDeps, updateApiKey } from '@gatehouse/keys/update-api-key'
import type { GroupContext } from '../../command-group.ts'

export type ReplayDeps = RevokeDeps & SuspensionDeps & UpdateDeps & Pick<GroupContext, 'by'>

/**
 * `unknown`: the database has no such key or company, because it was created after the moment of the restore. `expired`:
 * the act extended a key, which has expired in the restored database and stays so.
 */
type ActState = 'missing' | 'in force' | 'unknown' | 'expired'

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

async function findState({ database, clock }: ReplayDeps, act: AccessAct): Promise<ActState> {
  if ('keyId' in act) {
    const key = (await listApiKeys(database, act.companyId)).find(({ id }) => id === act.keyId)
    return key ? findKeyState(key, act, new Date(clock.wallMs())) : 'unknown'
  }
  const company = await readCompany(database, act.companyId)
  if (!company) return 'unknown'
  return (company.suspension !== null) === (act.kind === 'company.suspend') ? 'in force' : 'missing'
}

type KeyAct = Extract<AccessAct, { keyId: string }>

function findKeyState(key: ApiKey, act: KeyAct, now: Date): ActState {
  if (key.revokedAt) return 'in force'
  if (act.kind === 'key.revoke') return 'missing'
  if (key.expiresAt?.getTime() === toTime(act.expiresAt)?.getTime()) return 'in force'
  return keyStatus(key, now) === 'expired' ? 'expired' : 'missing'
}

function toTime(text: string | null): Date | null {
  return text === null ? null : new Date(text)
}

async function applyAct(deps: ReplayDeps, act: AccessAct): Promise<void> {
  switch (act.kind) {
    case 'key.revoke':
      await revokeApiKey(deps, act, deps.by)
      return
    case 'key.expiry':
      await applyExpiry(deps, act)
      return
    case 'company.suspend':
      await suspendCompany(deps, act, deps.by)
      return
    case 'company.resume':
      await resumeCompany(deps, act, deps.by)
  }
}

async function applyExpiry(
  deps: ReplayDeps,
  { companyId, keyId, expiresAt: text }: Extract<AccessAct, { kind: 'key.expiry' }>,
): Promise<void> {
  const expiresAt = toTime(text)
  // A key cannot be given an expiry in the past.
  if (expiresAt && expiresAt.getTime() <= deps.clock.wallMs())
    await revokeApiKey(deps, { companyId, keyId }, deps.by)
  else
    await updateApiKey(deps, { companyId, keyId, changes: { expiresAt }, limitsFollowPlan: false }, deps.by)
}
