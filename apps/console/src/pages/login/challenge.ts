import { toConsoleFault } from '../../graphql/console-fault.ts'

/** The first step of a login succeeded, and the second one needs this. */
export type Challenge = { token: string }

/** The challenge in the fault of a login with a second factor; undefined for any other fault. */
export function readChallenge(thrown: unknown): Challenge | undefined {
  const { fault, details } = toConsoleFault(thrown)
  const token = details['challenge']
  return fault === 'identity.second_factor_required' && typeof token === 'string' ? { token } : undefined
}
