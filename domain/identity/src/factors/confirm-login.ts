// The second step of a login, with any factor. Attempts are counted per user, before the factor is checked; a known
// device has its own count, so that an attacker who knows the password cannot lock out the owner.
import type { Ids } from '@gatehouse/runtime/ids'
import type { Secret } from '@gatehouse/runtime/secret'
import type { Database, Transaction } from '@gatehouse/schema/database'
import {
  type LoggedIn,
  type LogInDeps,
  type LoginOrigin,
  type LoginSubject,
  countAttempt,
} from '../login/log-in.ts'
import { openSession } from '../sessions/open-session.ts'
import type { KnownDevice } from '../token/device-token.ts'
import type { FillRandom } from '../token/refresh-token.ts'
import { challengeOver } from './factor-faults.ts'
import { type PendingLogin, closeChallenge, findChallenge } from './login-challenge.ts'

export type ConfirmDeps = LogInDeps & { database: Database; ids: Ids; fillRandom: FillRandom }

/**
 * Throws unless the factor confirms the login. What it returns runs in the transaction that opens the session, and may
 * throw as well.
 */
export type CheckFactor = (pending: PendingLogin) => Promise<(tx: Transaction) => Promise<void>>

export async function confirmLogin(
  deps: ConfirmDeps,
  { challenge, deviceToken, ...client }: LoginOrigin & { challenge: Secret },
  checkFactor: CheckFactor,
): Promise<LoggedIn> {
  const pending = await findChallenge(deps.database, challenge)
  if (!pending) throw challengeOver()
  const { user, generation } = pending
  const device = findDevice(deps, pending, deviceToken)
  const subject = factorSubject(user.id, device?.deviceId)
  await countAttempt(deps.limits, subject)
  const inTransaction = await checkFactor(pending)
  const { refresh } = await deps.database.transaction().execute(async (tx) => {
    // A wrong code does not end the challenge: people mistype, and the attempts are limited.
    if (!(await closeChallenge(tx, challenge, pending))) throw challengeOver()
    await inTransaction(tx)
    return openSession({ ...deps, tx }, { userId: user.id, client })
  })
  await deps.limits.clear(subject)
  return {
    user,
    refresh,
    access: await deps.tokens.issue(user),
    device: deps.devices.issue({ userId: user.id, generation, deviceId: device?.deviceId }),
  }
}

/** The allowance for second factors: of the user, or of one of their known devices. */
export function factorSubject(userId: string, deviceId?: string): LoginSubject {
  return { kind: 'factor', value: deviceId === undefined ? userId : `${userId} ${deviceId}` }
}

function findDevice(
  { devices }: ConfirmDeps,
  { user, generation }: PendingLogin,
  token: Secret | undefined,
): KnownDevice | undefined {
  const device = token && devices.read(token)
  return device?.userId === user.id && device.generation === generation ? device : undefined
}
