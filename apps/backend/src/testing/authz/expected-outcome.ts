// The outcome that each role must get, stated independently of the code that enforces it.
import type { AccessLevel } from '../../graphql/access/access-level.ts'

export const roles = ['anonymous', 'member', 'admin of another company', 'admin', 'super admin'] as const
export type Role = (typeof roles)[number]

export type Outcome = 'allowed' | keyof typeof refusals

/** The documented code of each refusal, and the more specific code that only the guard uses. */
export const refusals = {
  UNAUTHENTICATED: 'graphql.token_required',
  FORBIDDEN: 'graphql.not_allowed',
  NOT_FOUND: 'graphql.company_not_found',
} as const

type RootLevel = Exclude<AccessLevel, 'asParent'>

const [allowed, unauthenticated, forbidden, notFound] = [
  'allowed',
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'NOT_FOUND',
] as const

/** Outcomes in the order of `roles`. */
const outcomes: Readonly<Record<RootLevel, readonly Outcome[]>> = {
  anyone: [allowed, allowed, allowed, allowed, allowed],
  user: [unauthenticated, allowed, allowed, allowed, allowed],
  companyMember: [unauthenticated, allowed, notFound, allowed, allowed],
  companyAdmin: [unauthenticated, forbidden, notFound, allowed, allowed],
  superAdmin: [unauthenticated, forbidden, forbidden, forbidden, allowed],
}

export function expectedOutcome(level: RootLevel, role: Role): Outcome {
  return outcomes[level][roles.indexOf(role)] ?? 'UNAUTHENTICATED'
}
