// Logs a user in by password. Every failure gives the same response after the same time, and every attempt is counted
// before it is checked, so concurrent guesses gain nothing. A device that has logged in to the account before has its
// own allowance, so strangers who guess cannot lock the owner out.
import type { AuditEntry } from '@gatehouse/audit/record-audit-entry'
import type { Secret } from '@gatehouse/runtime/secret'
import { type FactorMethod, secondFactorRequired } from '../factors/factor-faults.ts'
import { tooManyAttempts, wrongCredentials } from '../identity-faults.ts'
import type { PasswordHasher } from '../password/password-hasher.ts'
import type { SessionClient } from '../sessions/session-client.ts'
import type { AccessToken, AccessTokens } from '../token/access-token.ts'
import type { DeviceToken, DeviceTokens, KnownDevice } from '../token/device-token.ts'
import type { RefreshToken } from '../token/refresh-token.ts'
import type { User } from '../users.ts'

export type Credentials = { email: string; password: Secret }

/** Where a login attempt comes from: the client, and the device token that the browser got at an earlier login. */
export type LoginOrigin = SessionClient & { deviceToken: Secret | undefined }

/** Origin of a login, for the audit log. */
export type LoginActor = Pick<AuditEntry, 'clientAddress' | 'requestId'>

/**
 * `change`: a logged-in user who must confirm their password. `factor`: codes of second factors. `mail`: an account to
 * which links are mailed.
 */
export type LoginSubject = {
  kind: 'account' | 'address' | 'device' | 'change' | 'factor' | 'mail'
  value: string
}

export type LoginLimits = {
  /** Counts an attempt; returns how long to wait if there were too many. */
  take(subject: LoginSubject): Promise<{ kind: 'taken' } | { kind: 'refused'; retryAfterMs: number }>
  /** Resets the count after a correct password, which shows that the client was not guessing. */
  clear(subject: LoginSubject): Promise<void>
}

export type LoginStore = {
  findByEmail(email: string): Promise<FoundAccount | undefined>
  /** False if the hash has changed in the meantime. */
  replacePasswordHash(userId: string, change: { from: string; to: string }): Promise<boolean>
  /** Undefined if this is no longer the user's password hash: a new password ends logins in progress. */
  openSession(login: {
    userId: string
    passwordHash: string
    client: SessionClient
  }): Promise<RefreshToken | undefined>
  /** Begins the second step of the login of a user who has a second factor. */
  openChallenge(login: { userId: string; generation: number }): Promise<{ token: Secret; expiresAt: Date }>
}

/** `deviceGeneration` changes with every change of the password. */
export type FoundAccount = {
  user: User
  passwordHash: string | null
  deviceGeneration: number
  /** Ways to confirm a login; empty if the password is enough. */
  factorMethods: readonly FactorMethod[]
}

export type LogInDeps = {
  hasher: PasswordHasher
  limits: LoginLimits
  store: LoginStore
  tokens: AccessTokens
  devices: DeviceTokens
}

export type LoggedIn = { user: User; access: AccessToken; refresh: RefreshToken; device: DeviceToken }

/** Throws a fault with a challenge for the second step if the user has a second factor. */
export async function logIn(
  deps: LogInDeps,
  credentials: Credentials,
  origin: LoginOrigin,
): Promise<LoggedIn> {
  return finishLogin(deps, await checkCredentials(deps, credentials, origin), origin)
}

export type CheckedLogin = FoundAccount & { passwordHash: string; deviceId: string | undefined }

/** Throws unless the password is right. Does not log in yet. */
export async function checkCredentials(
  deps: LogInDeps,
  { email, password }: Credentials,
  { deviceToken, ...client }: LoginOrigin,
): Promise<CheckedLogin> {
  const address = email.trim().toLowerCase()
  const device = deviceToken && (await findDevice(deps, address, deviceToken))
  const subject: LoginSubject = device
    ? { kind: 'device', value: `${device.userId} ${device.deviceId}` }
    : { kind: 'account', value: address }
  if (!device) await countAttempt(deps.limits, { kind: 'address', value: client.addressRange })
  await countAttempt(deps.limits, subject)
  const found = await deps.store.findByEmail(address)
  const isRight = await deps.hasher.verify(password.reveal(), found?.passwordHash)
  if (!found || found.passwordHash === null || !isRight) throw wrongCredentials()
  const { user } = found
  // A known device resets only its own count, so that the owner's login gives a guessing stranger no new attempts.
  await deps.limits.clear(subject)
  const passwordHash = await renewHash(deps, { user, passwordHash: found.passwordHash, password })
  return { ...found, passwordHash, deviceId: device?.deviceId }
}

export async function finishLogin(
  deps: LogInDeps,
  { user, passwordHash, deviceGeneration: generation, deviceId, factorMethods }: CheckedLogin,
  client: SessionClient,
): Promise<LoggedIn> {
  if (factorMethods.length > 0) {
    const challenge = await deps.store.openChallenge({ userId: user.id, generation })
    throw secondFactorRequired({ ...challenge, methods: factorMethods })
  }
  const refresh = await deps.store.openSession({ userId: user.id, passwordHash, client })
  if (!refresh) throw wrongCredentials()
  return {
    user,
    access: await deps.tokens.issue(user),
    refresh,
    device: deps.devices.issue({ userId: user.id, generation, deviceId }),
  }
}

/** The device, if its token was issued for this account since the last password change. */
async function findDevice(
  { devices, store }: LogInDeps,
  email: string,
  token: Secret,
): Promise<KnownDevice | undefined> {
  const device = devices.read(token)
  // The account is looked up only for a valid token of ours, so that timing reveals nothing to others.
  const found = device && (await store.findByEmail(email))
  const isTheirs = found?.user.id === device?.userId && found?.deviceGeneration === device?.generation
  return isTheirs ? device : undefined
}

/** Counts an attempt before the password is checked. Throws if there were too many. */
export async function countAttempt(limits: LoginLimits, subject: LoginSubject): Promise<void> {
  const outcome = await limits.take(subject)
  if (outcome.kind === 'refused') throw tooManyAttempts(outcome.retryAfterMs)
}

/**
 * Rehashes the password if its cost parameters are outdated; only at login is the password available. Returns the
 * current hash.
 */
async function renewHash(
  { hasher, store }: LogInDeps,
  { user, passwordHash, password }: { user: User; passwordHash: string; password: Secret },
): Promise<string> {
  if (!hasher.isOutdated(passwordHash)) return passwordHash
  const renewed = await hasher.hash(password.reveal())
  if (await store.replacePasswordHash(user.id, { from: passwordHash, to: renewed })) return renewed
  // The hash was changed concurrently: by a new password, or by another login that rehashed this one.
  const current = (await store.findByEmail(user.email))?.passwordHash ?? null
  if (current === null || !(await hasher.verify(password.reveal(), current))) throw wrongCredentials()
  return current
}
