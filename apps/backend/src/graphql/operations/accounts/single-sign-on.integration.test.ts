import type { User } from '@gatehouse/identity/users'
import { addUser } from '@gatehouse/testkit/seed-backend'
import { addCompany } from '@gatehouse/testkit/seed-gateway'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestBackend, startTestBackend } from '../../../testing/start-test-backend.ts'

let backend: TestBackend
let companyId: string
let admin: User
let root: User

beforeAll(async () => {
  backend = await startTestBackend({ CONSOLE_URL: 'https://console.test.example' })
  root = await addUser(backend.database, { isSuperAdmin: true })
})
afterAll(() => backend[Symbol.asyncDispose]())

beforeEach(async () => {
  companyId = await addCompany(backend.database, 1n)
  admin = await addUser(backend.database, { companyId })
})

const all = '{ redirectUri isEnforced provider { issuer clientId } domains { domain confirmedAt } }'

function setProvider(issuer: string, clientId = 'client') {
  return backend.ask(
    `mutation ($companyId: ID!, $issuer: String!, $clientId: String!) {
      setSingleSignOn(companyId: $companyId, issuer: $issuer, clientId: $clientId, clientSecret: "very confidential") ${all} }`,
    { user: admin, variables: { companyId, issuer, clientId }, isRecent: true },
  )
}

type Caller = { user?: User; variables?: object; isRecent?: boolean }

function change(call: string, { user = admin, variables = {}, isRecent = true }: Caller = {}) {
  return backend.ask(`mutation ($companyId: ID!) { ${call} ${all} }`, {
    user,
    variables: { companyId, ...variables },
    isRecent,
  })
}

const faultsOf = ({ errors = [] }: Awaited<ReturnType<typeof change>>) =>
  errors.map(({ extensions }) => extensions.fault)

async function readActions() {
  const { rows } = await backend.postgres.query<{ action: string }>(
    'select action from audit_log where company_id = $1 order by id',
    [companyId],
  )
  return rows.map(({ action }) => action).filter((action) => action.startsWith('sso'))
}

test('an admin sets the provider; its secret is stored encrypted and not returned', async () => {
  expect(await setProvider('https://login.example')).toEqual({
    data: {
      setSingleSignOn: {
        redirectUri: `https://console.test.example/sso/callback/${companyId}`,
        isEnforced: false,
        provider: { issuer: 'https://login.example', clientId: 'client' },
        domains: [],
      },
    },
  })
  const { rows } = await backend.postgres.query<{ all: string }>(
    'select c::text || encode(client_secret, $2) as all from sso_connections c where company_id = $1',
    [companyId, 'escape'],
  )
  expect(rows[0]?.all).not.toContain('confidential')
  expect(await readActions()).toEqual(['sso.set'])
  expect((await change('removeSingleSignOn(companyId: $companyId)')).data).toMatchObject({
    removeSingleSignOn: { provider: null },
  })
  expect(faultsOf(await change('removeSingleSignOn(companyId: $companyId)'))).toEqual(['sso.not_configured'])
  expect(await readActions()).toEqual(['sso.set', 'sso.remove'])
})

test.each([
  'http://login.example',
  'https://127.0.0.1',
  'https://[::1]',
  'https://169.254.169.254',
  'https://login.example/?a=b',
  'https://user:word@login.example',
  'login.example',
  `https://login.example/${'x'.repeat(500)}`,
])('the issuer %s is refused', async (issuer) => {
  expect((await setProvider(issuer)).errors).toMatchObject([
    { extensions: { fault: 'sso.issuer', input: 'issuer' } },
  ])
})

test.each([
  'setSingleSignOn(companyId: $companyId, issuer: "https://login.example", clientId: "a", clientSecret: "b")',
  'enforceSingleSignOn(companyId: $companyId, isEnforced: false)',
  'removeSingleSignOn(companyId: $companyId)',
])('%s hands over accounts, so it needs a recent login', async (call) => {
  await setProvider('https://login.example')
  expect(faultsOf(await change(call, { isRecent: false }))).toEqual(['identity.recent_login_required'])
})

test('a domain is claimed by an admin, confirmed by a super admin, for one company at a time, and released', async () => {
  const domain = `${companyId}.example`
  const withDomain = (name: string) => `${name}(companyId: $companyId, domain: "${domain.toUpperCase()}")`
  expect(faultsOf(await change(withDomain('confirmSingleSignOnDomain'), { user: root }))).toEqual([
    'sso.domain_unknown',
  ])
  expect((await change(withDomain('claimSingleSignOnDomain'))).data).toMatchObject({
    claimSingleSignOnDomain: { domains: [{ domain, confirmedAt: null }] },
  })
  expect(faultsOf(await change(withDomain('confirmSingleSignOnDomain')))).toEqual(['graphql.not_allowed'])
  const confirmed = await change(withDomain('confirmSingleSignOnDomain'), { user: root })
  expect(confirmed.data).toMatchObject({
    confirmSingleSignOnDomain: { domains: [{ domain, confirmedAt: expect.any(String) as string }] },
  })
  const rival = { user: root, variables: { companyId: await addCompany(backend.database, 1n) } }
  expect((await change(withDomain('claimSingleSignOnDomain'), rival)).errors).toBeUndefined()
  expect(faultsOf(await change(withDomain('confirmSingleSignOnDomain'), rival))).toEqual(['sso.domain_taken'])
  expect((await change(withDomain('releaseSingleSignOnDomain'))).data).toMatchObject({
    releaseSingleSignOnDomain: { domains: [] },
  })
  expect((await change(withDomain('confirmSingleSignOnDomain'), rival)).errors).toBeUndefined()
  expect(await readActions()).toEqual(['sso_domain.claim', 'sso_domain.confirm', 'sso_domain.release'])
})

test.each(['acme', '@acme.example', 'a b.example', 'acme..example', '1.2.3.4', ''])(
  'the domain %j is refused',
  async (domain) => {
    const call = `claimSingleSignOnDomain(companyId: $companyId, domain: "${domain}")`
    expect(faultsOf(await change(call))).toEqual(['sso.domain'])
  },
)

test('super admins see the claims that wait for them, and which domains other companies have', async () => {
  const rival = await addCompany(backend.database, 1n)
  const claim = (of: string, domain: string) =>
    change(`claimSingleSignOnDomain(companyId: $companyId, domain: "${domain}")`, {
      user: root,
      variables: { companyId: of },
    })
  const [shared, own] = [`shared-${companyId}.example`, `own-${companyId}.example`]
  await claim(rival, shared)
  await change(`confirmSingleSignOnDomain(companyId: $companyId, domain: "${shared}")`, {
    user: root,
    variables: { companyId: rival },
  })
  await claim(companyId, shared)
  await claim(companyId, own)
  const list = (user: User, page = '') =>
    backend.ask(
      `{ pendingDomainClaims${page} {
          nodes { companyId domains { domain isConfirmedElsewhere claimedAt } } endCursor hasNextPage } }`,
      { user },
    )
  expect(faultsOf(await list(admin))).toEqual(['graphql.not_allowed'])
  // The rival is newer, but has nothing that waits.
  expect((await list(root, '(first: 1)')).data).toEqual({
    pendingDomainClaims: {
      nodes: [
        {
          companyId,
          domains: [
            { domain: shared, isConfirmedElsewhere: true, claimedAt: expect.any(String) as string },
            { domain: own, isConfirmedElsewhere: false, claimedAt: expect.any(String) as string },
          ],
        },
      ],
      endCursor: companyId,
      hasNextPage: expect.any(Boolean) as boolean,
    },
  })
  await change(`confirmSingleSignOnDomain(companyId: $companyId, domain: "${own}")`, { user: root })
  await change(`releaseSingleSignOnDomain(companyId: $companyId, domain: "${shared}")`)
  expect(JSON.stringify(await list(root))).not.toContain(companyId)
})

test('a company can claim fifty domains', async () => {
  await backend.postgres.query(
    `insert into sso_domains (company_id, domain) select $1::uuid, 'd' || n || '.example' from generate_series(1, 50) n`,
    [companyId],
  )
  const claim = (domain: string) =>
    change(`claimSingleSignOnDomain(companyId: $companyId, domain: "${domain}")`)
  expect(faultsOf(await claim('d51.example'))).toEqual(['sso.too_many_domains'])
  expect(faultsOf(await claim('d50.example'))).toEqual([])
})

test('it is enforced only after a login through the present provider, and another provider ends it', async () => {
  const enforce = 'enforceSingleSignOn(companyId: $companyId, isEnforced: true)'
  expect(faultsOf(await change(enforce))).toEqual(['sso.not_configured'])
  await setProvider('https://login.example')
  expect(faultsOf(await change(enforce))).toEqual(['sso.not_tried'])
  await backend.postgres.query(
    'insert into sso_identities (company_id, issuer, subject, user_id) values ($1, $2, $3, $4)',
    [companyId, 'https://login.example', 'ann', admin.id],
  )
  expect((await change(enforce)).data).toMatchObject({ enforceSingleSignOn: { isEnforced: true } })
  expect((await setProvider('https://login.example')).data).toMatchObject({
    setSingleSignOn: { isEnforced: true },
  })
  expect((await setProvider('https://login.example', 'another client')).data).toMatchObject({
    setSingleSignOn: { isEnforced: false },
  })
  expect(faultsOf(await change(enforce))).toEqual(['sso.not_tried'])
  expect(await readActions()).toEqual(['sso.set', 'sso.enforce', 'sso.set', 'sso.set'])
})
