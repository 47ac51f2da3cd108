import { z } from 'zod'
import { invalidUser } from './identity-faults.ts'

// The rule that mail uses too: an address that mail cannot be sent to is rejected when it is entered, not when a mail
// is due.
const emailSchema = z.email().max(254)

/** Returns the trimmed address, or throws if it is not valid. */
export function checkEmail(given: string): string {
  const email = given.trim()
  if (!emailSchema.safeParse(email).success)
    throw invalidUser('identity.email', 'This is not an e-mail address.')
  return email
}
