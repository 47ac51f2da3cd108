// Calls every operation of a company with an object of another company, one input at a time. The caller must get
// NOT_FOUND, as for an object that does not exist, and the database must stay unchanged.
import { type GraphQLArgument, type GraphQLField, type GraphQLSchema, getNamedType } from 'graphql'
import {
  type AccessToCheck,
  askUntilServed,
  listChangedTables,
  takeQuietFingerprint,
} from './check-access.ts'
import { type KnownValues, composeOperation } from './compose-operation.ts'
import type { Role } from './expected-outcome.ts'

export type ForeignIds = Pick<AccessToCheck, 'ask' | 'known' | 'postgres'> & {
  schema: GraphQLSchema
  /** Objects of another company, by the name of the input or as `operation.input`. */
  foreign: KnownValues
}

export type ForeignReport = {
  /** The inputs that were tried, as `operation.input`. */
  tried: readonly string[]
  wrong: readonly string[]
}

/** Inputs that name something other than an object of one company. */
const notOwned: Readonly<Record<string, string>> = {
  after: 'a position in a list, which is always read within the company',
  adjustmentId: 'chosen by the caller, so that a repeated request has one effect',
  packId: 'offered to every company',
  planId: 'offered to every company',
  taskIds: 'failed tasks, which only super admins replay',
  without: 'requirements within the job that jobId names',
}

/** Inputs that name an object of a company without being its id. */
const namesOfObjects: ReadonlySet<string> = new Set([
  'releaseSingleSignOnDomain.domain',
  'removeMeetingRoom.name',
])

/** Roles that act for one company; super admins may reach every company's objects. */
const caller: Role = 'admin'

export async function checkForeignIds(ids: ForeignIds): Promise<ForeignReport> {
  const wrong: string[] = []
  const tried: string[] = []
  const before = await takeQuietFingerprint(ids.postgres)
  for (const { field, argument, root } of listOwnedInputs(ids.schema)) {
    const input = `${field.name}.${argument.name}`
    const value = ids.foreign[input] ?? ids.foreign[argument.name]
    if (value === undefined) {
      wrong.push(`${input}: the other company has no object to try`)
      continue
    }
    tried.push(input)
    const operation = composeOperation(root, field, { ...ids.known, [input]: value })
    const answer = await askUntilServed(ids.ask, { role: caller, operation })
    const codes = answer.errors?.map(({ extensions }) => extensions.code) ?? []
    if (codes.join() !== 'NOT_FOUND')
      wrong.push(`${input}: expected NOT_FOUND, but got ${codes.join() || 'an answer'}`)
  }
  const changed = await listChangedTables(ids.postgres, before)
  if (changed.length > 0) wrong.push(`a call with an object of another company changed ${changed.join(', ')}`)
  return { tried, wrong }
}

function listOwnedInputs(schema: GraphQLSchema) {
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]
  return roots
    .flatMap((root) => (root ? Object.values(root.getFields()).map((field) => ({ root, field })) : []))
    .filter(({ field }) => field.args.some(({ name }) => name === 'companyId'))
    .flatMap(({ root, field }) =>
      field.args
        .filter((argument) => isOwned(field, argument))
        .map((argument) => ({ root, field, argument })),
    )
}

function isOwned(field: GraphQLField<unknown, unknown>, { name, type }: GraphQLArgument): boolean {
  if (name === 'companyId' || name in notOwned) return false
  return getNamedType(type).name === 'ID' || namesOfObjects.has(`${field.name}.${name}`)
}
