import type { Secret } from '@gatehouse/runtime/secret'
import { invalidUser } from '../identity-faults.ts'

// Length makes a password hard to guess; rules about its characters make it hard to remember. The upper bound keeps a
// request from hashing megabytes.
const lengthMin = 12
const lengthMax = 256

/** Throws if a new password is not acceptable. */
export function checkPassword(password: Secret): void {
  const { length } = Array.from(password.reveal())
  if (length < lengthMin || length > lengthMax) {
    throw invalidUser(
      'identity.password',
      `A password has ${lengthMin} to ${lengthMax} characters. Choose another one, such as four words.`,
    )
  }
}
