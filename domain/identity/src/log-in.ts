// Lets somebody in who knows the password. Whatever is wrong, the answer is the same and takes the same time, and every
// attempt counts before it is looked at, so that many at once gain nothing. A device that has logged in to the account before
// has an allowance of its own, so that strangers who guess cannot lock the owner out.
import type { Secret } from '@gatehouse/runtime/secret'
import { tooManyAttempts, wrongCredentials } from './identity-faults.ts'
import type { PasswordHasher } from './password/password-hasher.ts'
import type { AccessToken, AccessTokens } from './token/access-token.ts'
import type { DeviceToken, DeviceTokens, KnownDevice } from './token/device-token.ts'
import type { RefreshToken } from './token/refresh-token.ts'
import type { User } from './user.ts'

export type Credentials = { email: string; password: Secret }

/** From where somebody tries: their address, and what their browser says of earlier logins. */
export type LoginOrigin = { addressRange: string; deviceToken: Secret | undefined }

/** `change`: of somebody who is logged in and must say their password again. */
export type LoginSubject = { kind: 'account' | 'address' | 'device' | 'change'; value: string }

export type LoginLimits = {
  /** Counts an attempt; says how long to wait if there were too many. */
  take(subject: LoginSubject): Promise<{ kind: 'taken' } | { kind: 'refused'; retryAfterMs: number }>
  /** Forgets the attempts: whoever knows the password has not been guessing. */
  clear(subject: LoginSubject): Promise<void>
}

export type LoginStore = {
  findByEmail(email: string): Promise<FoundAccount | undefined>
  /** False if it was another one meanwhile. */
  replacePasswordHash(userId: string, change: { from: string; to: string }): Promise<boolean>
  /** Undefined if this is not the hash of the user's password any more: a new password ends logins that are under way. */
  openSession(login: { userId: string; passwordHash: string }): Promise<RefreshToken | undefined>
}

/** `deviceGeneration` is another one after every change of the password. */
export type FoundAccount = { user: User; passwordHash: string | null; deviceGeneration: number }

export type LogInDeps = {
  hasher: PasswordHasher
  limits: LoginLimits
  store: LoginStore
  tokens: AccessTokens
  devices: DeviceTokens
}

export type LoggedIn = { user: User; access: AccessToken; refresh: RefreshToken; device: DeviceToken }

export async function logIn(
  deps: LogInDeps,
  { email, password }: Credentials,
  { addressRange, deviceToken }: LoginOrigin,
): Promise<LoggedIn> {
  const address = email.trim().toLowerCase()
  const device = deviceToken && (await findDevice(deps, address, deviceToken))
  const subject: LoginSubject = device
    ? { kind: 'device', value: `${device.userId} ${device.deviceId}` }
    : { kind: 'account', value: address }
  if (!device) await countAttempt(deps.limits, { kind: 'address', value: addressRange })
  await countAttempt(deps.limits, subject)
  const found = await deps.store.findByEmail(address)
  const isRight = await deps.hasher.verify(password.reveal(), found?.passwordHash)
  if (!found || found.passwordHash === null || !isRight) throw wrongCredentials()
  const { user } = found
  // A known device gets back only its own attempts, so that a login of the owner gives a guessing stranger none.
  await deps.limits.clear(subject)
  const passwordHash = await renewHash(deps, { user, passwordHash: found.passwordHash, password })
  const refresh = await deps.store.openSession({ userId: user.id, passwordHash })
  if (!refresh) throw wrongCredentials()
  return {
    user,
    access: await deps.tokens.issue(user),
    refresh,
    device: deps.devices.issue({
      userId: user.id,
      generation: found.deviceGeneration,
      deviceId: device?.deviceId,
    }),
  }
}

/** The device, if its token was issued to the owner of this account since their last change of the password. */
async function findDevice(
  { devices, store }: LogInDeps,
  email: string,
  token: Secret,
): Promise<KnownDevice | undefined> {
  const device = devices.read(token)
  // The account is looked up only for who has a token of ours, so that nothing can be learnt from how long it takes.
  const found = device && (await store.findByEmail(email))
  const isTheirs = found?.user.id === device?.userId && found?.deviceGeneration === device?.generation
  return isTheirs ? device : undefined
}

/** Before it is looked at. Throws if there were too many. */
export async function countAttempt(limits: LoginLimits, subject: LoginSubject): Promise<void> {
  const outcome = await limits.take(subject)
  if (outcome.kind === 'refused') throw tooManyAttempts(outcome.retryAfterMs)
}

/** The only moment at which the password is known and its hash can be made with today's costs. Returns the one that counts. */
async function renewHash(
  { hasher, store }: LogInDeps,
  { user, passwordHash, password }: { user: User; passwordHash: string; password: Secret },
): Promise<string> {
  if (!hasher.isOutdated(passwordHash)) return passwordHash
  const renewed = await hasher.hash(password.reveal())
  if (await store.replacePasswordHash(user.id, { from: passwordHash, to: renewed })) return renewed
  // Somebody was quicker: with another password, or with this one, by logging in at the same time.
  const current = (await store.findByEmail(user.email))?.passwordHash ?? null
  if (current === null || !(await hasher.verify(password.reveal(), current))) throw wrongCredentials()
  return current
}
