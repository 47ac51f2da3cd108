// Lets somebody in who knows the password. Whatever is wrong, the answer is the same and takes the same time, and every
// attempt counts before it is looked at, so that many at once gain nothing.
import type { Secret } from '@gatehouse/runtime/secret'
import { tooManyAttempts, wrongCredentials } from './identity-faults.ts'
import type { PasswordHasher } from './password/password-hasher.ts'
import type { AccessToken, AccessTokens } from './token/access-token.ts'
import type { RefreshToken } from './token/refresh-token.ts'
import type { User } from './user.ts'

export type Credentials = { email: string; password: Secret }

export type LoginSubject = { kind: 'account' | 'address'; value: string }

export type LoginLimits = {
  /** Counts an attempt; says how long to wait if there were too many. */
  take(subject: LoginSubject): Promise<{ kind: 'taken' } | { kind: 'refused'; retryAfterMs: number }>
  /** Forgets the attempts: whoever knows the password has not been guessing. */
  clear(subject: LoginSubject): Promise<void>
}

export type LoginStore = {
  findByEmail(email: string): Promise<{ user: User; passwordHash: string | null } | undefined>
  replacePasswordHash(userId: string, change: { from: string; to: string }): Promise<void>
  openSession(userId: string): Promise<RefreshToken>
}

export type LogInDeps = {
  hasher: PasswordHasher
  limits: LoginLimits
  store: LoginStore
  tokens: AccessTokens
}

export type LoggedIn = { user: User; access: AccessToken; refresh: RefreshToken }

export async function logIn(
  deps: LogInDeps,
  { email, password }: Credentials,
  addressRange: string,
): Promise<LoggedIn> {
  const account: LoginSubject = { kind: 'account', value: email.trim().toLowerCase() }
  await countAttempt(deps.limits, { kind: 'address', value: addressRange })
  await countAttempt(deps.limits, account)
  const found = await deps.store.findByEmail(account.value)
  const isRight = await deps.hasher.verify(password.reveal(), found?.passwordHash)
  if (!found || !isRight) throw wrongCredentials()
  await deps.limits.clear(account)
  await renewHash(deps, { ...found, password })
  const [refresh, access] = [await deps.store.openSession(found.user.id), await deps.tokens.issue(found.user)]
  return { user: found.user, access, refresh }
}

/** Before it is looked at. Throws if there were too many. */
export async function countAttempt(limits: LoginLimits, subject: LoginSubject): Promise<void> {
  const outcome = await limits.take(subject)
  if (outcome.kind === 'refused') throw tooManyAttempts(outcome.retryAfterMs)
}

/** The only moment at which the password is known and its hash can be made with today's costs. */
async function renewHash(
  { hasher, store }: LogInDeps,
  { user, passwordHash, password }: { user: User; passwordHash: string | null; password: Secret },
): Promise<void> {
  if (passwordHash === null || !hasher.isOutdated(passwordHash)) return
  await store.replacePasswordHash(user.id, { from: passwordHash, to: await hasher.hash(password.reveal()) })
}
