import type { User } from '@gatehouse/identity/users'
import { addUser } from '@gatehouse/testkit/seed-backend'
import { addCompany } from '@gatehouse/testkit/seed-gateway'
import { type StripeSim, startStripeSim } from '@gatehouse/testkit/start-stripe-sim'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codesOf } from '../../../testing/read-graphql.ts'
import { type TestBackend, startTestBackend } from '../../../testing/start-test-backend.ts'

let sim: StripeSim
let backend: TestBackend
let companyId: string
let packId: string
let admin: User

beforeAll(async () => {
  sim = await startStripeSim()
  backend = await startTestBackend({ PAYMENT_API_URL: sim.baseUrl, PAYMENT_API_KEY: sim.apiKey })
  companyId = await addCompany(backend.database, 1_000_000_000n)
  admin = await addUser(backend.database, { companyId })
  const superAdmin = await addUser(backend.database, { isSuperAdmin: true })
  const made = await backend.ask(
    'mutation { createCreditPack(input: { name: "Refill", credits: 50, price: 10, currency: "eur", sortOrder: 1 }) { id } }',
    { user: superAdmin },
  )
  packId = (made.data?.['createCreditPack'] as { id: string } | undefined)?.id ?? ''
})
afterAll(async () => {
  await backend[Symbol.asyncDispose]()
  await sim.close()
})

const fields = 'threshold packId monthlyMaximum boughtThisMonth currency isPending stoppedAt stoppedReason'
const set = (variables: Record<string, unknown> = {}, user = admin) =>
  backend.ask(
    `mutation ($companyId: ID!, $packId: ID!, $threshold: String!, $maximum: Float!) {
       setAutomaticTopUp(companyId: $companyId, packId: $packId, threshold: $threshold, monthlyMaximum: $maximum) { ${fields} } }`,
    { user, variables: { companyId, packId, threshold: '20', maximum: 30, ...variables } },
  )
const read = async () => {
  const body = await backend.ask(`query ($id: ID!) { automaticTopUp(companyId: $id) { ${fields} } }`, {
    user: admin,
    variables: { id: companyId },
  })
  return body.data
}
const turnOff = () =>
  backend.ask(`mutation ($id: ID!) { turnOffAutomaticTopUp(companyId: $id) { threshold } }`, {
    user: admin,
    variables: { id: companyId },
  })

test('it is off at first, needs a saved card, and can be set, read and turned off', async () => {
  expect(await read()).toEqual({ automaticTopUp: null })
  expect(codesOf(await set())).toEqual(['BAD_USER_INPUT'])
  const bought = await backend.ask(
    `mutation ($companyId: ID!, $packId: ID!) { createCheckoutSession(companyId: $companyId, packId: $packId) { sessionId } }`,
    { user: admin, variables: { companyId, packId } },
  )
  const started = bought.data?.['createCheckoutSession'] as { sessionId: string } | undefined
  await sim.pay(started?.sessionId ?? '')
  const settings = {
    threshold: '20.000000',
    packId,
    monthlyMaximum: 30,
    boughtThisMonth: 0,
    currency: 'eur',
    isPending: false,
    stoppedAt: null,
    stoppedReason: null,
  }
  expect((await set()).data).toEqual({ setAutomaticTopUp: settings })
  expect(await read()).toEqual({ automaticTopUp: settings })
  for (const [wrong, input] of [
    [{ threshold: '51' }, 'threshold'],
    [{ threshold: 'much' }, 'threshold'],
    [{ maximum: 9.99 }, 'monthlyMaximum'],
  ] as const)
    expect((await set(wrong)).errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', input } }])
  expect((await turnOff()).data).toEqual({ turnOffAutomaticTopUp: { threshold: '20.000000' } })
  expect(codesOf(await turnOff())).toEqual(['NOT_FOUND'])
  const member = await addUser(backend.database, { companyId, role: 'MEMBER' })
  expect(codesOf(await set({}, member))).toEqual(['FORBIDDEN'])
})
