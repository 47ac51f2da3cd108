// The second step of a login: the code of an authenticator app, or a recovery code. Attempts are counted per user, before
// the code is checked; a known device has its own count, so that an attacker who knows the password cannot lock out the owner.
import type { Clock } from '@gatehouse/runtime/clock'
import type { Ids } from '@gatehouse/runtime/ids'
import type { Seal } from '@gatehouse/runtime/seal'
import type { Secret } from '@gatehouse/runtime/secret'
import type { Database } from '@gatehouse/schema/database'
import {
  type LoggedIn,
  type LogInDeps,
  type LoginActor,
  type LoginOrigin,
  type LoginSubject,
  countAttempt,
} from '../login/log-in.ts'
import { openSession } from '../sessions/open-session.ts'
import type { KnownDevice } from '../token/device-token.ts'
import type { FillRandom } from '../token/refresh-token.ts'
import { useFactorCode } from './check-code.ts'
import { challengeOver, wrongCode } from './factor-faults.ts'
import { type PendingLogin, closeChallenge, findChallenge } from './login-challenge.ts'

export type FactorDeps = LogInDeps & {
  database: Database
  ids: Ids
  clock: Pick<Clock, 'wallMs'>
  fillRandom: FillRandom
  seal: Seal
}

export type SecondStep = LoginOrigin & { challenge: Secret; code: Secret }

export async function completeLogin(
  deps: FactorDeps,
  { challenge, code, deviceToken, ...client }: SecondStep,
  from: LoginActor,
): Promise<LoggedIn> {
  const pending = await findChallenge(deps.database, challenge)
  if (!pending) throw challengeOver()
  const { user, generation } = pending
  const device = findDevice(deps, pending, deviceToken)
  const subject = factorSubject(user.id, device?.deviceId)
  await countAttempt(deps.limits, subject)
  const by = { ...from, actor: { kind: 'user', id: user.id } } as const
  const { refresh } = await deps.database.transaction().execute(async (tx) => {
    // A wrong code does not end the challenge: people mistype, and the attempts are limited.
    if (!(await closeChallenge(tx, challenge, pending))) throw challengeOver()
    if (!(await useFactorCode({ ...deps, tx }, { userId: user.id, code }, by))) throw wrongCode()
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

/** The allowance for codes: of the user, or of one of their known devices. */
export function factorSubject(userId: string, deviceId?: string): LoginSubject {
  return { kind: 'factor', value: deviceId === undefined ? userId : `${userId} ${deviceId}` }
}

function findDevice(
  { devices }: FactorDeps,
  { user, generation }: PendingLogin,
  token: Secret | undefined,
): KnownDevice | undefined {
  const device = token && devices.read(token)
  return device?.userId === user.id && device.generation === generation ? device : undefined
}
