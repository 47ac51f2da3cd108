import { testPasskeySettings } from '@gatehouse/testkit/seed-passkeys'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accessTable } from '../../graphql/access/access-table.ts'
import type { AccessTable } from '../../graphql/access/access-table.ts'
import { operations } from '../../graphql/operations.ts'
import { createSchema } from '../../graphql/schema/create-schema.ts'
import { type TestBackend, startTestBackend } from '../start-test-backend.ts'
import { askOverWire } from './ask-over-wire.ts'
import { type AccessToCheck, checkAccess } from './check-access.ts'
import { checkForeignIds } from './check-foreign-ids.ts'
import type { KnownValues } from './compose-operation.ts'
import { expectedAudience } from './expected-audience.ts'
import { roles } from './expected-outcome.ts'
import { useOwnAccount } from './own-account.ts'
import { seedRoles } from './seeds/seed-roles.ts'
import { sessionCookie } from './session-cookie.ts'

let backend: TestBackend
let access: AccessToCheck
let foreign: KnownValues

beforeAll(async () => {
  backend = await startTestBackend({ LOG_LEVEL: 'info', ...testPasskeySettings })
  const seeded = await seedRoles(backend)
  const { authorization, known } = seeded
  foreign = seeded.foreign
  access = {
    schema: createSchema(operations, accessTable),
    known,
    async ask(role, operation) {
      const cookie = await sessionCookie({ database: backend.database, seeded }, role, operation)
      const own = await useOwnAccount(backend.database, role, operation)
      const { authorization: ownToken = authorization[role], operation: ownOperation, ...ownCookie } = own
      const caller = { url: backend.url, authorization: ownToken, ...cookie, ...ownCookie }
      return askOverWire(caller, ownOperation)
    },
    postgres: backend.postgres,
  }
})
afterAll(() => backend[Symbol.asyncDispose]())

test('the access table gives every operation the audience that the documents give it', () => {
  const { Query, Mutation, Subscription } = accessTable
  const operationsAt = (level: string) =>
    Object.entries({ ...Query, ...Mutation, ...Subscription })
      .filter(([, enforced]) => enforced === level)
      .map(([name]) => name)
      .sort()
  const enforced = Object.keys(expectedAudience).map((level) => [level, operationsAt(level)])
  expect(Object.fromEntries(enforced)).toEqual(expectedAudience)
})

// Runs before the matrix of roles, which ends some of the objects.
test('an object of another company is not found by any operation, and the attempt changes nothing', async () => {
  const { tried, wrong } = await checkForeignIds({ ...access, foreign })
  expect(wrong).toEqual([])
  expect(tried.length).toBeGreaterThan(15)
}, 120_000)

test('every field is served or refused as the access table says, in every role, and a refused call changes nothing', async () => {
  const report = await checkAccess(access)
  expect(report.wrong).toEqual([])
  const listed = Object.values(accessTable).flatMap((fields) => Object.keys(fields)).length
  expect(report.fields).toBe(listed)
  expect(report.pairs).toBe(listed * roles.length)
}, 120_000)

test('the check finds an entry that differs from what is enforced', async () => {
  const check = (name: string, table: AccessTable) => checkAccess({ ...access, table, only: [name] })
  const open: AccessTable = { ...accessTable, Query: { ...accessTable.Query, members: 'user' } }
  const closed: AccessTable = { ...accessTable, Query: { ...accessTable.Query, memberships: 'superAdmin' } }
  const swapped: AccessTable = {
    ...accessTable,
    Mutation: { ...accessTable.Mutation, createApiKey: 'companyMember' },
  }
  expect((await check('members', open)).wrong).toEqual([
    'Query.members as admin of another company: refused with graphql.company_not_found',
    'Query.members as member: refused with graphql.not_allowed',
  ])
  expect((await check('memberships', closed)).wrong).toHaveLength(3)
  expect((await check('createApiKey', swapped)).wrong).toEqual([
    'Mutation.createApiKey as member: refused with graphql.not_allowed',
  ])
})
