import { randomFillSync } from 'node:crypto'
import { namedSecrets } from '@gatehouse/runtime/named-secrets'
import { Secret } from '@gatehouse/runtime/secret'
import { type OpenIdentity, openIdentity } from '@gatehouse/testkit/open-identity'
import { addUser } from '@gatehouse/testkit/seed-backend'
import { addCompany } from '@gatehouse/testkit/seed-gateway'
import { testSsoSecrets } from '@gatehouse/testkit/seed-sso'
import type { Transaction } from '@gatehouse/schema/database'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { listMemberships } from '../memberships.ts'
import { openSession } from '../sessions/open-session.ts'
import { findUserByEmail, setSuperAdmin } from '../users.ts'
import { joinByClaims } from './join-by-claims.ts'
import { listPendingClaims } from './pending-claims.ts'
import { refuseIfSsoIsEnforced } from './require-sso.ts'
import { createSsoSeal } from './seal-client-secret.ts'
import { addAttempt, takeAttempt } from './sso-attempts.ts'
import {
  openConnection,
  readConnection,
  removeConnection,
  setConnection,
  setEnforced,
} from './sso-connection.ts'
import {
  areConfirmed,
  claimDomain,
  confirmDomain,
  findCompanyOfDomain,
  listDomains,
  releaseDomain,
} from './sso-domains.ts'

const by = { actor: { kind: 'operator', id: 'test' } } as const
const issuer = 'https://login.example.com'
const seal = createSsoSeal({
  secrets: namedSecrets('secret').parse(testSsoSecrets),
  fillRandom: randomFillSync,
})

let open: OpenIdentity
let companyId: string
let domain: string
beforeAll(async () => {
  open = await openIdentity()
})
afterAll(() => open[Symbol.asyncDispose]())
beforeEach(async () => {
  companyId = await addCompany(open.database, 0n)
  domain = `d${open.deps.ids.uuid().slice(-12)}.example`
})

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (thrown: unknown) => (thrown as { code: string }).code,
  )
const set = (changes: { issuer?: string; clientId?: string; company?: string } = {}) =>
  setConnection(
    { ...open.deps, seal, judgeAddress: () => 'public' },
    {
      companyId: changes.company ?? companyId,
      issuer: changes.issuer ?? issuer,
      clientId: changes.clientId ?? 'client',
      clientSecret: new Secret('the secret'),
    },
    by,
  )
const enforce = (isEnforced = true) => setEnforced(open.deps, { companyId, isEnforced }, by)
const claim = (given = domain, company = companyId) =>
  claimDomain(open.deps, { companyId: company, domain: given }, by)
const confirm = (company = companyId) => confirmDomain(open.deps, { companyId: company, domain }, by)
type Claims = { subject?: string; email?: string | undefined; isEmailVerified?: boolean }
const joinIn = (tx: Transaction, claims: Claims = {}, company = companyId) =>
  joinByClaims(
    { ids: open.deps.ids, tx },
    {
      companyId: company,
      issuer,
      claims: {
        subject: 'subject',
        email: `ada@${domain}`,
        isEmailVerified: true,
        authenticatedAt: undefined,
        ...claims,
      },
    },
    {},
  )
const join = (claims: Claims = {}, company = companyId) =>
  open.database.transaction().execute((tx) => joinIn(tx, claims, company))

test('a connection is stored with its secret sealed, and read without it', async () => {
  expect(await readConnection(open.database, companyId)).toBeUndefined()
  expect(await openConnection({ ...open, seal }, companyId)).toBeUndefined()
  await set({ issuer: ` ${issuer} ` })
  expect(await readConnection(open.database, companyId)).toEqual({
    issuer,
    clientId: 'client',
    isEnforced: false,
    createdAt: expect.any(Date) as Date,
    updatedAt: expect.any(Date) as Date,
  })
  const opened = await openConnection({ ...open, seal }, companyId)
  expect(opened).toMatchObject({ companyId, issuer, clientId: 'client' })
  expect(opened?.clientSecret.reveal()).toBe('the secret')
  const { rows } = await open.postgres.query<{ row: string; client_secret: Buffer }>(
    'select to_jsonb(c)::text as row, client_secret from sso_connections c where company_id = $1',
    [companyId],
  )
  expect(rows[0]?.row).not.toContain('the secret')
  expect(rows[0]?.client_secret.includes('the secret')).toBe(false)
  expect((await open.readAudit(companyId)).at(-1)).toMatchObject({
    action: 'sso.set',
    subject: 'company',
    details: { issuer, client_id: 'client' },
  })
})

test.each([
  ['a text that is not a url', { issuer: 'login' }],
  ['a query', { issuer: `${issuer}/?a=b` }],
  ['a fragment', { issuer: `${issuer}/#a` }],
  ['a user', { issuer: 'https://user@login.example.com' }],
  ['a password', { issuer: 'https://:password@login.example.com' }],
  ['plain http', { issuer: 'http://login.example.com' }],
  ['too many characters', { issuer: `${issuer}/${'x'.repeat(500)}` }],
  ['no client id', { clientId: '' }],
  ['a client id that is too long', { clientId: 'x'.repeat(501) }],
])('a connection with %s is refused', async (_name, changes) => {
  expect(await codeOf(set(changes))).toBe('sso.issuer')
  expect(await readConnection(open.database, companyId)).toBeUndefined()
})

test('single sign-on is enforced only after a login through the present provider', async () => {
  expect(await codeOf(enforce())).toBe('sso.not_configured')
  await set()
  expect(await codeOf(enforce())).toBe('sso.not_tried')
  expect((await readConnection(open.database, companyId))?.isEnforced).toBe(false)
  expect(await codeOf(enforce(false))).toBe('done')
  await claim()
  await confirm()
  const user = await join()
  await enforce()
  expect((await readConnection(open.database, companyId))?.isEnforced).toBe(true)
  const refusal = () =>
    codeOf(open.database.transaction().execute((tx) => refuseIfSsoIsEnforced(tx, user.id)))
  expect(await refusal()).toBe('sso.required')
  const stranger = await addUser(open.database, { companyId })
  expect(
    await codeOf(open.database.transaction().execute((tx) => refuseIfSsoIsEnforced(tx, stranger.id))),
  ).toBe('done')
  await set()
  expect(await refusal()).toBe('sso.required')
  await set({ clientId: 'another' })
  expect(await refusal()).toBe('done')
  expect(await codeOf(enforce())).toBe('sso.not_tried')
  await join()
  await enforce()
  await enforce(false)
  expect(await refusal()).toBe('done')
  expect((await open.readAudit(companyId)).map(({ action }) => action).slice(-2)).toEqual([
    'sso.enforce',
    'sso.relax',
  ])
})

test('a connection that is removed is gone, and cannot be removed twice', async () => {
  const elsewhere = await addCompany(open.database, 0n)
  await set()
  await set({ company: elsewhere })
  await removeConnection(open.deps, companyId, by)
  expect(await readConnection(open.database, companyId)).toBeUndefined()
  expect(await readConnection(open.database, elsewhere)).toBeDefined()
  expect((await open.readAudit(companyId)).at(-1)).toMatchObject({
    action: 'sso.remove',
    details: { issuer },
  })
  expect(await codeOf(removeConnection(open.deps, companyId, by))).toBe('sso.not_configured')
})

test('a domain has an effect when it is confirmed, for one company only', async () => {
  const elsewhere = await addCompany(open.database, 0n)
  await claim(` ${domain.toUpperCase()} `)
  await claim()
  await claim(domain, elsewhere)
  expect(await findCompanyOfDomain(open.database, domain)).toBeUndefined()
  expect(await listDomains(open.database, companyId)).toEqual([
    { domain, claimedAt: expect.any(Date) as Date, confirmedAt: null },
  ])
  await confirm()
  await confirm()
  expect(await findCompanyOfDomain(open.database, ` ${domain.toUpperCase()} `)).toBe(companyId)
  expect(await codeOf(confirm(elsewhere))).toBe('sso.domain_taken')
  const pending = await listPendingClaims(open.database, { limit: 1 })
  expect(pending).toMatchObject([
    { id: elsewhere, domains: [{ domain, claimedAt: expect.any(Date) as Date, isConfirmedElsewhere: true }] },
  ])
  expect(await listPendingClaims(open.database, { limit: 5, beforeId: elsewhere })).not.toMatchObject([
    { id: elsewhere },
  ])
  await releaseDomain(open.deps, { companyId, domain }, by)
  expect(await findCompanyOfDomain(open.database, domain)).toBeUndefined()
  expect(await codeOf(confirm())).toBe('sso.domain_unknown')
  expect(await codeOf(releaseDomain(open.deps, { companyId, domain }, by))).toBe('sso.domain_unknown')
  expect((await open.readAudit(domain)).map(({ action, subject }) => `${subject} ${action}`)).toEqual([
    'sso_domain sso_domain.claim',
    'sso_domain sso_domain.claim',
    'sso_domain sso_domain.confirm',
    'sso_domain sso_domain.confirm',
    'sso_domain sso_domain.release',
  ])
})

test.each([
  'example',
  '.example.com',
  'a b.example',
  '-a.example',
  'a..example',
  `${'a'.repeat(64)}.example`,
  'a.1',
])('the text %s is not a domain', async (text) => {
  expect(await codeOf(claim(text))).toBe('sso.domain')
})

test('a company claims at most fifty domains', async () => {
  for (let count = 0; count < 50; count += 1) await claim(`n${count}.${domain}`)
  expect(await codeOf(claim())).toBe('sso.too_many_domains')
  expect(await codeOf(claim(`n7.${domain}`))).toBe('done')
})

test('all of the domains must be confirmed, for this company', async () => {
  const other = `other.${domain}`
  await claim()
  await claim(other)
  await confirm()
  const check = (domains: string[], company = companyId) =>
    open.database.transaction().execute((tx) => areConfirmed(tx, company, domains))
  expect(await check([domain, domain])).toBe(true)
  expect(await check([domain, other])).toBe(false)
  expect(await check([domain], await addCompany(open.database, 0n))).toBe(false)
})

test('a new person becomes a user and a member, and the same one afterwards', async () => {
  await claim()
  await confirm()
  const user = await join()
  expect(user).toMatchObject({ email: `ada@${domain}`, isSuperAdmin: false })
  expect(await listMemberships(open.database, user.id)).toEqual([
    { companyId, userId: user.id, role: 'MEMBER' },
  ])
  // The address has changed at the provider; the subject is the same person.
  expect(await join({ email: `eva@${domain}` })).toEqual(user)
  expect(await findUserByEmail(open.database, `eva@${domain}`)).toBeUndefined()
  expect((await open.readAudit(user.id)).map(({ action, actor }) => `${actor}: ${action}`)).toEqual([
    'service single-sign-on: user.create',
    'service single-sign-on: sso.link',
    'service single-sign-on: membership.set',
  ])
})

test('a member keeps the role; an account of the address is linked', async () => {
  await claim()
  await confirm()
  const admin = await addUser(open.database, { email: `ada@${domain}`, companyId })
  expect(await join()).toEqual(admin)
  expect(await listMemberships(open.database, admin.id)).toEqual([
    { companyId, userId: admin.id, role: 'ADMIN' },
  ])
  expect(await codeOf(join({ subject: 'another person' }))).toBe('sso.identity_changed')
})

test.each([
  ['an address that is not verified', { isEmailVerified: false }, 'sso.email_not_verified'],
  ['no address', { email: undefined }, 'sso.email_not_verified'],
  ['an address of another domain', { email: 'ada@people.example' }, 'sso.email_outside_domains'],
  ['a subject that is too long', { subject: 'x'.repeat(256) }, 'sso.provider_failed'],
  ['a subject that Postgres does not store', { subject: 'a\0b' }, 'sso.provider_failed'],
])('a person with %s does not come in', async (_name, claims, code) => {
  await claim()
  await confirm()
  expect(await codeOf(join(claims))).toBe(code)
  expect(await codeOf(join({ subject: 'x'.repeat(255) }))).toBe('done')
})

test('a provider decides neither about super admins, nor about accounts outside the domains of its company', async () => {
  await claim()
  expect(await codeOf(join())).toBe('sso.email_outside_domains')
  await confirm()
  await addUser(open.database, { email: `root@${domain}`, isSuperAdmin: true })
  expect(await codeOf(join({ subject: 'root', email: `root@${domain}` }))).toBe('sso.super_admin')
  const user = await join()
  await open.postgres.query('update users set email = $1 where id = $2', [
    `${user.id}@people.example`,
    user.id,
  ])
  expect(await codeOf(join())).toBe('sso.email_outside_domains')
  expect(await codeOf(join({}, await addCompany(open.database, 0n)))).toBe('sso.email_outside_domains')
})

test.each([
  ['has come before', () => join()],
  ['comes for the first time', () => addUser(open.database, { email: `ada@${domain}` })],
])(
  'a person who becomes a super admin at this moment does not come in: one who %s',
  async (_name, prepare) => {
    await claim()
    await confirm()
    const { id: userId } = await prepare()
    const provider = { authenticatedAt: undefined }
    let outcome = 'waiting'
    let login: Promise<unknown> | undefined
    await open.database.transaction().execute(async (tx) => {
      await setSuperAdmin({ ids: open.deps.ids, tx }, { userId, isSuperAdmin: true }, by)
      login = codeOf(
        open.database.transaction().execute(async (other) => {
          const user = await joinIn(other)
          const session = { userId: user.id, client: { addressRange: 'unknown' }, provider }
          await openSession({ ...open.deps, tx: other }, session)
        }),
      ).then((code) => (outcome = code))
      await vi.waitFor(async () => {
        const { rows } = await open.postgres.query(
          `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
        )
        expect(rows.length > 0 || outcome !== 'waiting').toBe(true)
      })
    })
    await login
    expect([outcome, await open.countSessions(userId)]).toEqual(['sso.super_admin', 0])
  },
)

test('an attempt comes back once, to its browser and company, within ten minutes', async () => {
  const random = () => randomFillSync(Buffer.alloc(32))
  const attempt = { companyId, issuer, clientId: 'client', returnPath: '/home' }
  const add = async () => {
    const key = { stateHash: random(), browserHash: random() }
    await addAttempt(open.database, key, attempt)
    return key
  }
  const take = (key: Awaited<ReturnType<typeof add>>, company = companyId) =>
    takeAttempt(open.database, key, company)
  const key = await add()
  expect(await take({ ...key, browserHash: random() })).toBeUndefined()
  expect(await take({ ...key, stateHash: random() })).toBeUndefined()
  expect(await take(key, await addCompany(open.database, 0n))).toBeUndefined()
  expect(await take(key)).toEqual(attempt)
  expect(await take(key)).toBeUndefined()
  const late = await add()
  await open.postgres.query(
    `update sso_attempts set expires_at = now() - interval '1 second' where state_hash = $1`,
    [late.stateHash],
  )
  expect(await take(late)).toBeUndefined()
  await add()
  const { rows } = await open.postgres.query<{ minutes: number }>(
    `select round(extract(epoch from expires_at - now()) / 60)::int as minutes from sso_attempts where company_id = $1`,
    [companyId],
  )
  expect(rows).toEqual([{ minutes: 10 }])
})
