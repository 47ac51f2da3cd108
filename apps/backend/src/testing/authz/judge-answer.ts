import type { GraphqlBody } from '../read-graphql.ts'
import type { ComposedOperation } from './compose-operation.ts'
import { type Outcome, refusals } from './expected-outcome.ts'

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
