// Logins with a passkey: as the second step after the password, or without a password if the authenticator has verified
// the user, which counts as both factors.
import type { Secret } from '@gatehouse/runtime/secret'
import { type ConfirmDeps, confirmLogin } from '../factors/confirm-login.ts'
import { challengeOver } from '../factors/factor-faults.ts'
import { findChallenge, hashLoginChallenge } from '../factors/login-challenge.ts'
import {
  type LoggedIn,
  type LoginActor,
  type LoginOrigin,
  type LoginSubject,
  countAttempt,
} from '../login/log-in.ts'
import { openSession } from '../sessions/open-session.ts'
import type { KnownDevice } from '../token/device-token.ts'
import { toUser, userColumns } from '../users.ts'
import { type CheckedPasskey, checkPasskey, requestPasskey } from './check-passkey.ts'
import { holdPasskey } from './passkey.ts'
import { passkeyNotKnown } from './passkey-faults.ts'
import type { PasskeyDeps, PasskeyRequest } from './register-passkey.ts'

export type PasskeyLoginDeps = PasskeyDeps & ConfirmDeps

/** `challenge`: of the first step, if the password was given. */
export type PasskeyLogin = LoginOrigin & { challenge: Secret | undefined }

export async function beginPasskeyLogin(
  deps: PasskeyLoginDeps,
  { challenge, deviceToken, addressRange }: PasskeyLogin,
): Promise<PasskeyRequest> {
  if (challenge) {
    const pending = await findChallenge(deps.database, challenge)
    if (!pending) throw challengeOver()
    const loginHash = hashLoginChallenge(challenge)
    return requestPasskey(deps, { purpose: 'CONFIRM_LOGIN', userId: pending.user.id, loginHash })
  }
  // A challenge can be answered once, so counting those that are requested limits the logins, too.
  const device = deviceToken && (await findDevice(deps, deviceToken))
  const subject: LoginSubject = device
    ? { kind: 'device', value: `${device.userId} ${device.deviceId}` }
    : { kind: 'address', value: addressRange }
  await countAttempt(deps.limits, subject)
  return requestPasskey(deps, { purpose: 'LOG_IN' })
}

export async function finishPasskeyLogin(
  deps: PasskeyLoginDeps,
  { response, challenge, ...origin }: PasskeyLogin & { response: unknown },
  from: LoginActor,
): Promise<LoggedIn> {
  if (!challenge) {
    const checked = await checkPasskey(deps, { response, bound: { purpose: 'LOG_IN' } }, from)
    return openSessionOf(deps, checked, origin)
  }
  return confirmLogin(deps, { challenge, ...origin }, async ({ user }) => {
    const loginHash = hashLoginChallenge(challenge)
    const bound = { purpose: 'CONFIRM_LOGIN', userId: user.id, loginHash } as const
    const { passkeyId } = await checkPasskey(deps, { response, bound }, from)
    return (tx) => holdPasskey(tx, passkeyId)
  })
}

async function openSessionOf(
  deps: PasskeyLoginDeps,
  { passkeyId, userId }: CheckedPasskey,
  { deviceToken, ...client }: LoginOrigin,
): Promise<LoggedIn> {
  const { user, generation, refresh } = await deps.database.transaction().execute(async (tx) => {
    // A concurrent password change waits for this session, and then ends it with the others.
    const row = await tx
      .selectFrom('users')
      .select([...userColumns, 'device_generation'])
      .where('id', '=', userId)
      .forShare()
      .executeTakeFirst()
    if (!row) throw passkeyNotKnown()
    await holdPasskey(tx, passkeyId)
    const opened = await openSession({ ...deps, tx }, { userId, client })
    return { user: toUser(row), generation: row.device_generation, refresh: opened.refresh }
  })
  const device = deviceToken && deps.devices.read(deviceToken)
  const isTheirs = device?.userId === userId && device.generation === generation
  const known = isTheirs ? { deviceId: device.deviceId } : {}
  return {
    user,
    refresh,
    access: await deps.tokens.issue(user),
    device: deps.devices.issue({ userId, generation, ...known }),
  }
}

/** The device, if its user has not changed the password since. */
async function findDevice(
  { devices, database }: PasskeyLoginDeps,
  token: Secret,
): Promise<KnownDevice | undefined> {
  const device = devices.read(token)
  if (!device) return undefined
  const current = await database
    .selectFrom('users')
    .select('id')
    .where('id', '=', device.userId)
    .where('device_generation', '=', device.generation)
    .executeTakeFirst()
  return current && device
}
