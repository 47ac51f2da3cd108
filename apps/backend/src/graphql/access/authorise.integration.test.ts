import type { Secret } from '@gatehouse/runtime/secret'
import { type OpenIdentity, openIdentity } from '@gatehouse/testkit/open-identity'
import { addUser, issueToken } from '@gatehouse/testkit/seed-backend'
import { addTotp } from '@gatehouse/testkit/seed-factors'
import { addCompany } from '@gatehouse/testkit/seed-gateway'
import type { User } from '@gatehouse/identity/users'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { authorise, authoriseRecentLogin } from './authorise.ts'
import { type Viewer, createViewer } from './viewer.ts'

let open: OpenIdentity
let companyId: string
let superAdmin: User
let admin: User
let recruiter: User
beforeAll(async () => {
  open = await openIdentity()
  companyId = await addCompany(open.database, 0n)
  superAdmin = await addUser(open.database, { isSuperAdmin: true })
  admin = await addUser(open.database, { companyId })
  recruiter = await addUser(open.database, { companyId, role: 'MEMBER' })
})
afterAll(() => open[Symbol.asyncDispose]())

async function viewerOf(user: User | undefined, isFactorRequired = false): Promise<Viewer> {
  const { database, deps } = open
  const identity = { tokens: deps.tokens, isFactorRequired }
  return createViewer({ databases: { directory: database }, identity }, user && (await issueToken(user)))
}

type Level = Parameters<typeof authorise>[0]

async function outcomeOf(
  level: Level,
  user: User | undefined,
  given: { companyId?: unknown; isFactorRequired?: boolean } = {},
): Promise<string> {
  const viewer = await viewerOf(user, given.isFactorRequired)
  return codeOf(authorise(level, viewer, { companyId: given.companyId ?? companyId }))
}

function codeOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'allowed',
    (thrown: unknown) => (thrown as { code: string }).code,
  )
}

const levels: readonly Level[] = ['anyone', 'account', 'user', 'superAdmin', 'companyMember', 'companyAdmin']

test('each level admits its callers and refuses all others', async () => {
  const tokenRequired = 'graphql.token_required'
  const [notAllowed, notFound] = ['graphql.not_allowed', 'graphql.company_not_found']
  const outsider = await addUser(open.database)
  const outcomes = (user: User | undefined) => Promise.all(levels.map((level) => outcomeOf(level, user)))
  const refused = Array.from({ length: 5 }, () => tokenRequired)
  expect(await outcomes(undefined)).toEqual(['allowed', ...refused])
  const account = ['allowed', 'allowed', 'allowed']
  expect(await outcomes(outsider)).toEqual([...account, notAllowed, notFound, notFound])
  expect(await outcomes(recruiter)).toEqual([...account, notAllowed, 'allowed', notAllowed])
  expect(await outcomes(admin)).toEqual([...account, notAllowed, 'allowed', 'allowed'])
  expect(await outcomes(superAdmin)).toEqual([...account, 'allowed', 'allowed', 'allowed'])
})

test.each(['', 'not an id', 7, '00000000-0000-7000-8000-000000000000'])(
  'the company %j is not found, even by a super admin',
  async (unknown) => {
    const given = { companyId: unknown }
    expect(await outcomeOf('companyMember', superAdmin, given)).toBe('graphql.company_not_found')
    expect(await outcomeOf('companyAdmin', admin, given)).toBe('graphql.company_not_found')
  },
)

test('where a second factor is required, a super admin without one has an account only', async () => {
  const other = await addUser(open.database, { isSuperAdmin: true })
  const outcomes = async (user: User | undefined) =>
    Promise.all(levels.slice(0, 4).map((level) => outcomeOf(level, user, { isFactorRequired: true })))
  const factor = 'identity.factor_required'
  expect(await outcomes(other)).toEqual(['allowed', 'allowed', factor, factor])
  expect(await outcomes(admin)).toEqual(['allowed', 'allowed', 'allowed', 'graphql.not_allowed'])
  expect((await outcomes(undefined)).slice(1)).toEqual(
    Array.from({ length: 3 }, () => 'graphql.token_required'),
  )
  await addTotp(open.database, other.id)
  expect(await outcomes(other)).toEqual(levels.slice(0, 4).map(() => 'allowed'))
})

test('a viewer reads each standing once, and has none without a token', async () => {
  const viewer = await viewerOf(admin)
  const standing = viewer.standingIn(companyId)
  expect(viewer.standingIn(companyId)).toBe(standing)
  expect(await standing).toBe('ADMIN')
  expect(await (await viewerOf(undefined)).standingIn(companyId)).toBe('none')
})

test('an operation that needs a recent login needs the session of the cookie, and the caller’s own', async () => {
  const { token } = await open.openSession(admin.id)
  const ask = async (user: User | undefined, cookie: Secret | undefined) => {
    const context = { deps: open, viewer: await viewerOf(user), refreshCookie: { read: () => cookie } }
    return codeOf(authoriseRecentLogin(context))
  }
  expect(await ask(admin, token)).toBe('allowed')
  expect(await ask(admin, undefined)).toBe('identity.recent_login_required')
  expect(await ask(recruiter, token)).toBe('identity.recent_login_required')
  expect(await ask(undefined, token)).toBe('graphql.token_required')
})
