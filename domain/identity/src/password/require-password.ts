// Asks a logged-in user for their password again, before a change that would let someone else keep the account. Guessing
// is limited by the same allowance as changing the password.
import type { Secret } from '@gatehouse/runtime/secret'
import { wrongPassword } from '../identity-faults.ts'
import { type FoundAccount, type LogInDeps, countAttempt } from '../login/log-in.ts'
import type { User } from '../users.ts'

/** Returns the account. A user with a second factor may have to confirm it, too (`withFactor`). */
export async function requirePassword(
  { limits, store, hasher }: Pick<LogInDeps, 'limits' | 'store' | 'hasher'>,
  user: User,
  password: Secret,
): Promise<FoundAccount> {
  const subject = { kind: 'change', value: user.id } as const
  await countAttempt(limits, subject)
  const found = await store.findByEmail(user.email)
  const isRight = await hasher.verify(password.reveal(), found?.passwordHash)
  if (!found || found.user.id !== user.id || !isRight) throw wrongPassword('password')
  await limits.clear(subject)
  return found
}
