import { z } from 'zod'
import { invalidUser } from './identity-faults.ts'

// As mail takes them: an address that nobody can write to is noticed when it is entered, not when something is to be sent.
const emailSchema = z.email().max(254)

/** Without what surrounds it. Throws on what is no address. */
export function checkEmail(given: string): string {
  const email = given.trim()
  if (!emailSchema.safeParse(email).success)
    throw invalidUser('identity.email', 'This is not an e-mail address.')
  return email
}
