import { checkPassword } from '@gatehouse/identity/change-password'
import type { PasswordHasher } from '@gatehouse/identity/password-hasher'
import type { Terminal } from '../../command.ts'

/** Its hash: nothing else of it goes further. */
export async function readNewPassword(
  { readSecret, hasher }: { readSecret: Terminal['readSecret']; hasher: PasswordHasher },
  email: string,
): Promise<string> {
  const password = await readSecret(`New password of ${email}`)
  checkPassword(password)
  return hasher.hash(password.reveal())
}
