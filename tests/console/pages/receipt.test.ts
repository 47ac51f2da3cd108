import { seedCall } from '@gatehouse/backend/testing/seed-company'
import { addAliases, addKey } from '@gatehouse/testkit/seed-gateway'
import { expect, test } from 'vitest'
import { type OpenConsole, openConsole } from '../open-console.ts'
import { expectPrint } from '../expect-print.ts'
import { type StateRow, expectState, makeUnavailable } from '../expect-state.ts'

type End = NonNullable<Parameters<typeof seedCall>[1]['end']>

const usage = { promptTokens: 5_300, cachedTokens: 4_096, completionTokens: 512 }
// 1,204 input at 1 credit, 4,096 cached at 0.1 and 512 output at 5 per million: 4,173.6 micro-credits.
const chargedMicros = 4_174n

let address = ''

/** A call that ended like this; its price version is the one in force. */
async function seed(opened: OpenConsole, endOf: (priceVersion: bigint) => End) {
  const { database, postgres } = opened.backend
  const { user, companyId } = await opened.addCompanyUser()
  await addAliases(database, 'http://127.0.0.1:9/v1')
  const { key } = await addKey(database, { companyId, name: 'ats-sync' })
  const { version } = await database
    .selectFrom('model_prices')
    .select('version')
    .where('alias', '=', 'svc/chat-default')
    .executeTakeFirstOrThrow()
  const callId = await seedCall(postgres, {
    companyId,
    keyId: key.id,
    end: endOf(version),
    heldMicros: 21_000n,
    durationMs: 2_310,
  })
  address = `/c/${companyId}/calls/${callId}`
  return user
}

const charged = (priceVersion: bigint): End => ({ kind: 'succeeded', usage, priceVersion, chargedMicros })

test.each<StateRow>([
  {
    state: 'charged',
    as: (opened) => seed(opened, charged),
    async show(page) {
      await page.goto(address)
      await page.getByText('The figures agree').waitFor()
    },
  },
  {
    state: 'notCharged',
    as: (opened) => seed(opened, () => ({ kind: 'failed', reason: 'provider_timeout' })),
    async show(page) {
      await page.goto(address)
      await page.getByText('Nothing was charged').waitFor()
    },
  },
  {
    state: 'differs',
    as: (opened) => seed(opened, (version) => ({ ...charged(version), chargedMicros: 4_175n })),
    async show(page) {
      await page.goto(address)
      await page.getByRole('alert').getByText('The figures differ').waitFor()
    },
  },
  {
    state: 'unavailable',
    as: (opened) => seed(opened, charged),
    async show(page) {
      await makeUnavailable(page, 'Receipt')
      await page.goto(address)
      await page.getByRole('alert').getByText('Not available right now').waitFor()
    },
  },
])('receipt: $state', (row) => expectState('receipt', row))

test('a pasted id leads to the receipt, whose signed form says the same', async () => {
  const opened = await openConsole()
  const user = await seed(opened, charged)
  await using context = await opened.newContext(user)
  const page = await context.newPage()
  const [, , companyId = '', , callId = ''] = address.split('/')
  await page.goto(`/c/${companyId}`)
  await page.getByRole('heading', { name: 'Home' }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search' }).fill(callId)
  await page.getByRole('option').filter({ hasText: 'svc/chat-default' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('row', { name: 'Charged, rounded up to six places 0.004174' }).waitFor()
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download signed receipt' }).click()
  let jws = ''
  for await (const chunk of await (await downloading).createReadStream()) jws += String(chunk)
  const body: unknown = JSON.parse(Buffer.from(jws.split('.')[1] ?? '', 'base64url').toString())
  expect(body).toMatchObject({ id: callId, credits: { charged: '0.004174' } })
})

test('on paper a receipt is one sheet with its id, all figures and how to verify it', async () => {
  const opened = await openConsole()
  const user = await seed(opened, charged)
  await using context = await opened.newContext(user)
  const page = await context.newPage()
  await page.goto(address)
  await page.getByText('The figures agree').waitFor()
  await expectPrint(page, 'receipt')
  await page.emulateMedia({ media: 'print' })
  const paper = (await page.locator('.page').innerText()).replaceAll(/\s+/g, ' ')
  const [, , , , callId = ''] = address.split('/')
  for (const text of [callId, '0.004174', '1,204', '4,096', '512', 'jwks.json', `${opened.url}${address}`])
    expect(paper).toContain(text)
})
