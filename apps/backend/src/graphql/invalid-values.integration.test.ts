// Values that GraphQL's types allow and the domain refuses: each error names the input at which a form can show it.
import { addUser } from '@gatehouse/testkit/seed-backend'
import { addAliases, addCompany } from '@gatehouse/testkit/seed-gateway'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestBackend, startTestBackend } from '../testing/start-test-backend.ts'

let backend: TestBackend
let companyId: string
let ask: (mutation: string) => ReturnType<TestBackend['ask']>

beforeAll(async () => {
  backend = await startTestBackend()
  await addAliases(backend.database, 'http://127.0.0.1:9/v1')
  companyId = await addCompany(backend.database, 0n)
  const user = await addUser(backend.database, {
    isSuperAdmin: true,
    companyId,
    password: 'a password of mine',
  })
  ask = (mutation) => backend.ask(`mutation { ${mutation.replaceAll('$c', `"${companyId}"`)} }`, { user })
})
afterAll(() => backend[Symbol.asyncDispose]())

const long = 'x'.repeat(600)
const key = (settings: string) => `createApiKey(companyId: $c, input: { name: "k" ${settings} }) { rawKey }`
const plan = (settings: string) =>
  `createPlan(input: { name: "p", credits: 1, price: 1, currency: "eur", sortOrder: 1, billingMode: PREPAID ${settings} }) { id }`
const pack = (name: string, credits: number, currency: string) =>
  `createCreditPack(input: { name: "${name}", credits: ${credits}, price: 1, currency: "${currency}", sortOrder: 1 }) { id }`
const route = (settings: string) =>
  `setRoute(route: { alias: "svc/chat-default", position: 0, providerModel: "m", ${settings} }) { alias }`

test.each([
  ['name', 'createCompany(name: " ") { id }'],
  ['name', `updateCompany(companyId: $c, name: "${long}") { id }`],
  ['reason', 'suspendCompany(companyId: $c, reason: " ") { id }'],
  ['reason', 'liftPause(companyId: $c, reason: " ")'],
  ['reason', 'setCompanyAllowance(companyId: $c, reason: " ") { documentsPerDay }'],
  [
    'documentsPerDay',
    'setCompanyAllowance(companyId: $c, documentsPerDay: -1, reason: "r") { documentsPerDay }',
  ],
  [
    'modelWorkCredits',
    'setCompanyAllowance(companyId: $c, modelWorkCredits: "x", reason: "r") { documentsPerDay }',
  ],
  ['input.name', 'createApiKey(companyId: $c, input: { name: " " }) { rawKey }'],
  ['input.rpmLimit', key('rpmLimit: 0')],
  ['input.tpmLimit', key('tpmLimit: -1')],
  ['input.monthlyCreditCap', key('monthlyCreditCap: "-1"')],
  ['input.scopes', key('scopes: ["nothing"]')],
  ['input.scopes', key('scopes: []')],
  ['input.modelAllowlist', key('modelAllowlist: ["svc/none"]')],
  ['input.modelAllowlist', key('modelAllowlist: []')],
  ['input.expiresAt', key('expiresAt: "2020-01-01T00:00:00.000Z"')],
  ['input.title', 'createJob(companyId: $c, input: { title: " ", descriptionText: "t" }) { id }'],
  ['input.name', pack(' ', 1, 'eur')],
  ['input.credits', pack('p', -1, 'eur')],
  ['input.currency', pack('p', 1, 'euro')],
  ['input.trialDays', plan('trialDays: 731')],
  ['input.trialCredits', plan('trialCredits: -1')],
  ['input.keyRpmLimitMax', plan('keyRpmLimitMax: 0')],
  ['input.documentsPerDay', plan('documentsPerDay: -1')],
  ['email', 'inviteMember(companyId: $c, email: "no address", role: MEMBER) { url }'],
  ['name', 'registerMeetingRoom(companyId: $c, name: "") { name }'],
  [
    'newPassword',
    'changePassword(currentPassword: "a password of mine", newPassword: "short") { expiresAt }',
  ],
  [
    'currentPassword',
    'changePassword(currentPassword: "another password", newPassword: "a password of hers") { expiresAt }',
  ],
  ['route.baseUrl', route('baseUrl: "ftp://127.0.0.1"')],
  ['route.credentialRef', route('baseUrl: "http://127.0.0.1:9/v1", credentialRef: "secret"')],
])('%s: %s', async (input, mutation) => {
  const { errors } = await ask(mutation)
  expect(errors?.[0]).toMatchObject({ extensions: { code: 'BAD_USER_INPUT', input } })
})

test.each(['a\0b', 'a\ud83d'])(
  '%j, which Postgres cannot store, is refused wherever a text is expected',
  async (text) => {
    const query = `query ($text: String!) { companies(nameContains: $text) { nodes { id } } }`
    const mutation = `mutation ($text: String!) { suspendCompany(companyId: "${companyId}", reason: $text) { id } }`
    const user = await addUser(backend.database, { isSuperAdmin: true })
    for (const [document, input] of [
      [query, 'nameContains'],
      [mutation, 'reason'],
    ] as const) {
      const { errors } = await backend.ask(document, { user, variables: { text } })
      expect(errors?.[0]).toMatchObject({
        message: expect.stringContaining('without the character NUL') as string,
        extensions: { code: 'BAD_USER_INPUT', input },
      })
    }
  },
)
