// Calls every operation of the schema, with every field that it can answer with, in every role, over the wire, and says
// what is not as the access table has it. What must be refused is tried first, and must leave no trace in the database.
import { randomUUID } from 'node:crypto'
import type { Postgres } from '@gatehouse/postgres/create-postgres'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { type GraphQLSchema, lexicographicSortSchema } from 'graphql'
import { accessTable } from '../../graphql/access/access-table.ts'
import type { AccessTable } from '../../graphql/access/access-level.ts'
import { listFields } from '../../graphql/schema/list-fields.ts'
import type { GraphqlBody } from '../read-graphql.ts'
import { type ComposedOperation, type KnownValues, composeOperations } from './compose-operation.ts'
import { type Outcome, type Role, expectedOutcome, roles } from './expected-outcome.ts'
import { judgeAnswer } from './judge-answer.ts'
import { takeFingerprint } from './take-fingerprint.ts'

export type Ask = (as: Role, operation: ComposedOperation) => Promise<GraphqlBody>

export type AccessToCheck = {
  schema: GraphQLSchema
  known: KnownValues & { companyId: string }
  ask: Ask
  postgres: Postgres
  /** Another table than the real one, to see that the check finds the difference. */
  table?: AccessTable
  /** Names of operations; all if left out. */
  only?: readonly string[]
  /** All if left out. */
  roles?: readonly Role[]
}

export type AccessReport = {
  operations: number
  fields: number
  /** Fields × roles of which the answer was looked at. */
  pairs: number
  calls: number
  wrong: readonly string[]
  /** Fields that no answer contained, because there was nothing to answer with. */
  unseen: readonly string[]
}

const atOnce = 6
const attemptsMax = 10
const timesEqualWhenQuiet = 3

type Call = { operation: ComposedOperation; role: Role; expected: Outcome }

export async function checkAccess(access: AccessToCheck): Promise<AccessReport> {
  const operations = composeOperations(access.schema, access.known).filter(
    ({ name }) => access.only?.includes(name) ?? true,
  )
  const calls = operations.flatMap((operation) => planCalls(operation, access))
  const refused = calls.filter(({ expected }) => expected !== 'allowed')
  const before = await takeQuietFingerprint(access.postgres)
  const wrong = await makeCalls(access, refused)
  wrong.push(...(await compareWithNoCompany(access, refused)))
  if ((await takeFingerprint(access.postgres)) !== before) wrong.push('a refused call changed the database')
  const seen = new Set<string>()
  wrong.push(
    ...(await makeCalls(
      access,
      calls.filter(({ expected }) => expected === 'allowed'),
      seen,
    )),
  )
  const all = listFields(lexicographicSortSchema(access.schema)).map(
    ({ typeName, field }) => `${typeName}.${field.name}`,
  )
  const asked = new Set(operations.flatMap(({ fields }) => fields))
  if (!access.only)
    wrong.push(...all.filter((field) => !asked.has(field)).map((field) => `${field} cannot be reached`))
  const pairs = new Set(
    calls.flatMap(({ operation, role }) => operation.fields.map((field) => `${field} ${role}`)),
  )
  return {
    operations: operations.length,
    fields: all.length,
    pairs: pairs.size,
    calls: calls.length,
    wrong,
    unseen: all.filter((field) => !seen.has(field)),
  }
}

/** Nobody else may write meanwhile: what was asked for before, such as mails and matches, is waited for. */
async function takeQuietFingerprint(postgres: Postgres): Promise<string> {
  let fingerprint = ''
  let timesEqual = 0
  const isQuiet = async () => {
    const former = fingerprint
    fingerprint = await takeFingerprint(postgres)
    timesEqual = fingerprint === former ? timesEqual + 1 : 0
    return timesEqual === timesEqualWhenQuiet
  }
  await waitUntil(isQuiet, { withinMs: 30_000, what: 'nobody writes to the database any more' })
  return fingerprint
}

function planCalls(
  operation: ComposedOperation,
  { table = accessTable, roles: asked = roles }: AccessToCheck,
): Call[] {
  const level = table[operation.kind]?.[operation.name]
  if (level === undefined || level === 'asParent')
    throw new Error(`${operation.name} has no line in the table`)
  return asked.map((role) => ({ operation, role, expected: expectedOutcome(level, role) }))
}

async function makeCalls(
  { ask }: AccessToCheck,
  calls: readonly Call[],
  seen = new Set<string>(),
): Promise<string[]> {
  const wrong: string[] = []
  const waiting = [...calls]
  const work = async () => {
    for (let call = waiting.shift(); call; call = waiting.shift()) {
      const { operation, role, expected } = call
      const answer = await askUntilServed(ask, call)
      const mistake = judgeAnswer(operation, expected, answer)
      if (mistake !== undefined) wrong.push(`${operation.kind}.${operation.name} as ${role}: ${mistake}`)
      noteSeen(operation, answer, seen)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return wrong.sort()
}

/** A database that a busy machine kept from answering in time says nothing about access. */
async function askUntilServed(
  ask: Ask,
  { role, operation }: Pick<Call, 'role' | 'operation'>,
): Promise<GraphqlBody> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await ask(role, operation)
    const isServed = !answer.errors?.some(({ extensions }) => extensions.fault.startsWith('postgres.'))
    if (isServed || attempt === attemptsMax) return answer
  }
}

/** To whoever does not belong to it, a company must look like one that does not exist, to the letter. */
async function compareWithNoCompany({ ask }: AccessToCheck, calls: readonly Call[]): Promise<string[]> {
  const wrong: string[] = []
  for (const { operation, role } of calls.filter(({ expected }) => expected === 'NOT_FOUND')) {
    const nowhere = { ...operation, variables: { ...operation.variables, companyId: randomUUID() } }
    const [one, other] = [
      await askUntilServed(ask, { role, operation }),
      await askUntilServed(ask, { role, operation: nowhere }),
    ].map(withoutRequestId)
    if (one !== other) wrong.push(`${operation.name} as ${role} tells a company of others from none`)
  }
  return wrong
}

function withoutRequestId(body: GraphqlBody): string {
  return JSON.stringify(body).replaceAll(/"request_id":"[^"]*"/g, '')
}

/** By the names of fields alone: enough to know that an answer had something in it. */
function noteSeen({ kind, name, fields }: ComposedOperation, { data }: GraphqlBody, seen: Set<string>): void {
  const answer = data?.[name]
  if (answer === null || answer === undefined) return
  seen.add(`${kind}.${name}`)
  const names = new Set(JSON.stringify(answer).match(/(?<=")\w+(?=":)/g))
  for (const field of fields) if (names.has(field.split('.')[1] ?? '')) seen.add(field)
}
