import { toConsoleFault } from '../../../graphql/console-fault.ts'

export type FactorMethod = 'PASSKEY' | 'TOTP' | 'RECOVERY_CODE'

/** The first step of a login succeeded, and the second one needs this. */
export type Challenge = { token: string; methods: readonly FactorMethod[] }

/** In the order in which they are offered: the easiest first. */
const known: readonly FactorMethod[] = ['PASSKEY', 'TOTP', 'RECOVERY_CODE']

/** The challenge in the fault of a login with a second factor; undefined for any other fault. */
export function readChallenge(thrown: unknown): Challenge | undefined {
  const { fault, details } = toConsoleFault(thrown)
  const { challenge: token, methods } = details
  if (fault !== 'identity.second_factor_required' || typeof token !== 'string') return undefined
  const offered: readonly unknown[] = Array.isArray(methods) ? methods : []
  return { token, methods: known.filter((method) => offered.includes(method)) }
}
