// The outcome that each role must get, stated independently of the code that enforces it.
import type { AccessLevel } from '../../graphql/access/access-table.ts'
import type { GraphqlBody } from '../read-graphql.ts'
import type { ComposedOperation } from './compose-operation.ts'

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
  account: [unauthenticated, allowed, allowed, allowed, allowed],
  user: [unauthenticated, allowed, allowed, allowed, allowed],
  companyMember: [unauthenticated, allowed, notFound, allowed, allowed],
  companyAdmin: [unauthenticated, forbidden, notFound, allowed, allowed],
  superAdmin: [unauthenticated, forbidden, forbidden, forbidden, allowed],
}

export function expectedOutcome(level: RootLevel, role: Role): Outcome {
  return outcomes[level][roles.indexOf(role)] ?? 'UNAUTHENTICATED'
}

const guardFaults: ReadonlySet<string> = new Set(Object.values(refusals))

/** Returns what is wrong with the answer, or undefined. */
export function judgeAnswer(
  { name }: ComposedOperation,
  expected: Outcome,
  { data, errors = [] }: GraphqlBody,
): string | undefined {
  const faults = errors.map(({ extensions }) => extensions.fault)
  if (faults.some((fault) => fault === 'graphql.invalid' || fault === 'graphql.too_expensive'))
    return `the document did not run: ${errors[0]?.message}`
  if (expected === 'allowed') {
    const refused = faults.find((fault) => guardFaults.has(fault))
    return refused === undefined ? undefined : `refused with ${refused}`
  }
  const [error, ...others] = errors
  if (!error || others.length > 0) return `expected one ${expected}, but got ${errors.length} errors`
  const { code, fault } = error.extensions
  if (code !== expected || fault !== refusals[expected])
    return `expected ${expected}, but got ${code} ${fault}`
  if (error.path?.length !== 1 || error.path[0] !== name) return `the error is at ${String(error.path)}`
  const leaked = Object.values(data ?? {}).some((value) => value !== null)
  return leaked ? 'refused, but data was returned' : undefined
}
