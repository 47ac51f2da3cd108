// Confirms a session with a passkey instead of the password. The authenticator must have verified the user.
import type { AuditActor } from '@gatehouse/audit/record-audit-entry'
import { type LogInDeps, countAttempt } from '../login/log-in.ts'
import { markAsRecent, requireSession } from '../sessions/recent-login.ts'
import { checkPasskey, requestPasskey } from './check-passkey.ts'
import type { PasskeyDeps, PasskeyRequest, SessionUser } from './register-passkey.ts'

export async function beginPasskeyReauthentication(
  deps: PasskeyDeps,
  { user, token }: SessionUser,
): Promise<PasskeyRequest> {
  const sessionId = await requireSession(deps.database, { userId: user.id, token })
  return requestPasskey(deps, { purpose: 'REAUTHENTICATE', userId: user.id, sessionId })
}

/** Returns until when the session counts as recent. Attempts are limited as those with the password are. */
export async function finishPasskeyReauthentication(
  deps: PasskeyDeps & Pick<LogInDeps, 'limits'>,
  { user, token, response }: SessionUser & { response: unknown },
  by: AuditActor,
): Promise<Date> {
  const sessionId = await requireSession(deps.database, { userId: user.id, token })
  const subject = { kind: 'change', value: user.id } as const
  await countAttempt(deps.limits, subject)
  const bound = { purpose: 'REAUTHENTICATE', userId: user.id, sessionId } as const
  await checkPasskey(deps, { response, bound }, by)
  await deps.limits.clear(subject)
  return deps.database
    .transaction()
    .execute((tx) =>
      markAsRecent({ ids: deps.ids, tx }, { userId: user.id, sessionId, method: 'passkey' }, by),
    )
}
