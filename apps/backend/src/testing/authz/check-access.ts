// Calls every operation of the schema, with every field that it can return, in every role, over the wire, and reports
// each deviation from the access table. Calls that must be refused run first and must leave the database unchanged.
import { randomUUID } from 'node:crypto'
import type { Postgres } from '@gatehouse/postgres/create-postgres'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { type GraphQLSchema, lexicographicSortSchema } from 'graphql'
import { type AccessTable, accessTable } from '../../graphql/access/access-table.ts'
import { listFields } from '../../graphql/schema/guard-fields.ts'
import type { GraphqlBody } from '../read-graphql.ts'
import { type ComposedOperation, type KnownValues, composeOperations } from './compose-operation.ts'
import { type Outcome, type Role, expectedOutcome, judgeAnswer, roles } from './expected-outcome.ts'

export type Ask = (as: Role, operation: ComposedOperation) => Promise<GraphqlBody>

export type AccessToCheck = {
  schema: GraphQLSchema
  known: KnownValues & { companyId: string }
  ask: Ask
  postgres: Postgres
  /** A table other than the real one, to test that the check finds deviations. */
  table?: AccessTable
  /** Names of operations; all by default. */
  only?: readonly string[]
  /** Roles to check; all by default. */
  roles?: readonly Role[]
}

export type AccessReport = {
  operations: number
  fields: number
  /** Number of (field, role) pairs that were checked. */
  pairs: number
  calls: number
  wrong: readonly string[]
  /** Fields that no response contained, because there was no data for them. */
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
  const changed = await listChangedTables(access.postgres, before)
  if (changed.length > 0) wrong.push(`a refused call changed ${changed.join(', ')}`)
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

/** Waits until earlier work, such as mails and matches, has stopped writing to the database. */
export async function takeQuietFingerprint(postgres: Postgres): Promise<string> {
  let fingerprint = ''
  let timesEqual = 0
  const isQuiet = async () => {
    const former = fingerprint
    fingerprint = await takeFingerprint(postgres)
    timesEqual = fingerprint === former ? timesEqual + 1 : 0
    return timesEqual === timesEqualWhenQuiet
  }
  await waitUntil(isQuiet, { withinMs: 30_000, what: 'nothing writes to the database' })
  return fingerprint
}

function planCalls(
  operation: ComposedOperation,
  { table = accessTable, roles: asked = roles }: AccessToCheck,
): Call[] {
  const level = table[operation.kind]?.[operation.name]
  if (level === undefined || level === 'asParent')
    throw new Error(`${operation.name} has no entry in the table`)
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
      collectSeenFields(operation, answer, seen)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return wrong.sort()
}

/** Retries while the database times out on a busy machine, because a timeout says nothing about access. */
export async function askUntilServed(
  ask: Ask,
  { role, operation }: Pick<Call, 'role' | 'operation'>,
): Promise<GraphqlBody> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await ask(role, operation)
    const isServed = !answer.errors?.some(({ extensions }) => extensions.fault.startsWith('postgres.'))
    if (isServed || attempt === attemptsMax) return answer
  }
}

/** To a user outside the company, the response must be identical to that for a company that does not exist. */
async function compareWithNoCompany({ ask }: AccessToCheck, calls: readonly Call[]): Promise<string[]> {
  const wrong: string[] = []
  for (const { operation, role } of calls.filter(({ expected }) => expected === 'NOT_FOUND')) {
    const nowhere = { ...operation, variables: { ...operation.variables, companyId: randomUUID() } }
    const [one, other] = [
      await askUntilServed(ask, { role, operation }),
      await askUntilServed(ask, { role, operation: nowhere }),
    ].map(withoutRequestId)
    if (one !== other)
      wrong.push(`${operation.name} as ${role} can tell another company from one that does not exist`)
  }
  return wrong
}

function withoutRequestId(body: GraphqlBody): string {
  return JSON.stringify(body).replaceAll(/"request_id":"[^"]*"/g, '')
}

/**
 * Adds to `seen` the fields that the response contained. Only field names are compared, which is enough to see that
 * there was data.
 */
function collectSeenFields(
  { kind, name, fields }: ComposedOperation,
  { data }: GraphqlBody,
  seen: Set<string>,
): void {
  const answer = data?.[name]
  if (answer === null || answer === undefined) return
  seen.add(`${kind}.${name}`)
  const names = new Set(JSON.stringify(answer).match(/(?<=")\w+(?=":)/g))
  for (const field of fields) if (names.has(field.split('.')[1] ?? '')) seen.add(field)
}

/** Returns the tables whose rows have changed since the fingerprint was taken. */
export async function listChangedTables(postgres: Postgres, before: string): Promise<string[]> {
  const former = new Set(before.split('\n'))
  const now = (await takeFingerprint(postgres)).split('\n')
  return now.filter((line) => !former.has(line)).map((line) => line.split(' ', 1)[0] ?? line)
}

/**
 * Hashes every row of every table. Equal fingerprints mean that nothing was written in between. The minute counts of the
 * services' own work and the position of the evaluation of alerts are left out: they are written on a timer, whether or not
 * a call arrives.
 */
async function takeFingerprint(postgres: Postgres): Promise<string> {
  const { rows: tables } = await postgres.query<{ name: string }>(
    `select format('%I.%I', schemaname, relname) as name from pg_stat_user_tables
     where schemaname = 'public' and relname not in ('operation_counts', 'alert_evaluation') order by 1`,
  )
  const prints: string[] = []
  for (const { name } of tables) {
    const { rows } = await postgres.query<{ print: string }>(
      `select count(*) || ':' || coalesce(sum(hashtextextended(t::text, 0)), 0) as print from ${name} t`,
    )
    prints.push(`${name} ${rows[0]?.print}`)
  }
  return prints.join('\n')
}
