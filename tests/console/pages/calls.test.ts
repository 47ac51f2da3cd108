import { randomUUID } from 'node:crypto'
import { seedRefusal } from '@gatehouse/backend/testing/seed-refusal'
import { addKey } from '@gatehouse/testkit/seed-gateway'
import { expect, test } from 'vitest'
import { openConsole } from '../open-console.ts'
import { type StateRow, expectState, makeUnavailable } from '../expect-state.ts'
import { seedCalls } from '../seed/seed-calls.ts'

let companyId = ''

async function withCalls(opened: Parameters<NonNullable<StateRow['as']>>[0]) {
  const seeded = await seedCalls(opened)
  companyId = seeded.companyId
  return seeded.user
}

async function withoutCalls({ addCompanyUser }: Parameters<NonNullable<StateRow['as']>>[0]) {
  const added = await addCompanyUser()
  companyId = added.companyId
  return added.user
}

let requestId = ''

async function withRefusals(opened: Parameters<NonNullable<StateRow['as']>>[0]) {
  const user = await withoutCalls(opened)
  const { database, resources } = opened.backend
  const { redis } = resources
  const { key } = await addKey(database, { companyId, name: 'ats-sync' })
  const refused = { companyId, keyId: key.id }
  await seedRefusal(redis, {
    ...refused,
    status: 429,
    code: 'RATE_LIMIT_EXCEEDED',
    rule: 'rate_limited',
    message: 'The key has used its 60 requests of this minute.',
  })
  await seedRefusal(redis, {
    ...refused,
    status: 403,
    code: 'LLM_MODEL_NOT_ALLOWED',
    rule: 'model_not_allowed',
    message: 'This key may not use svc/chat-premium.',
    model: 'svc/chat-premium',
  })
  requestId = await seedRefusal(redis, refused)
  return user
}

test.each<StateRow>([
  {
    state: 'ready',
    as: withCalls,
    async show(page) {
      await page.goto(`/c/${companyId}/calls`)
      await page
        .getByRole('row', { name: /svc\/chat-default/ })
        .first()
        .waitFor()
    },
  },
  {
    state: 'filtered',
    as: withCalls,
    async show(page) {
      await page.goto(`/c/${companyId}/calls?status=FAILED&period=30d`)
      await page
        .getByRole('row', { name: /Client disconnected/ })
        .first()
        .waitFor()
    },
  },
  {
    state: 'empty',
    as: withoutCalls,
    async show(page) {
      await page.goto(`/c/${companyId}/calls`)
      await page.getByText('No calls in this period').waitFor()
    },
  },
  {
    state: 'noneMatch',
    as: withCalls,
    async show(page) {
      await page.goto(`/c/${companyId}/calls?reason=process_died`)
      await page.getByText('No calls match these filters').waitFor()
    },
  },
  {
    state: 'refused',
    as: withRefusals,
    async show(page) {
      await page.goto(`/c/${companyId}/calls?show=refused`)
      await page.getByRole('row', { name: /Not enough credits/ }).waitFor()
    },
  },
  {
    state: 'refusedEmpty',
    as: withoutCalls,
    async show(page) {
      await page.goto(`/c/${companyId}/calls?show=refused`)
      await page.getByText('No refused requests').waitFor()
    },
  },
  {
    state: 'explained',
    as: withRefusals,
    async show(page) {
      await page.goto(`/c/${companyId}/calls?request=${requestId}`)
      await page.getByText('402 · Not enough credits').waitFor()
      await page.getByText('The balance now covers this request').waitFor()
    },
  },
  {
    state: 'unknownRequest',
    as: withoutCalls,
    async show(page) {
      await page.goto(`/c/${companyId}/calls/${randomUUID()}`)
      await page.getByText('No request with this ID').waitFor()
    },
  },
  {
    state: 'unavailable',
    as: withoutCalls,
    async show(page) {
      await makeUnavailable(page, 'Calls')
      await page.goto(`/c/${companyId}/calls`)
      await page.getByRole('alert').getByText('Not available right now').waitFor()
    },
  },
])('calls: $state', (row) => expectState('calls', row))

test('the id of a refused request, pasted into the command bar, leads to the reason', async () => {
  const opened = await openConsole()
  await using context = await opened.newContext(await withRefusals(opened))
  const page = await context.newPage()
  await page.goto(`/c/${companyId}`)
  await page.getByRole('heading', { name: 'Home' }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search' }).fill(requestId)
  await page.getByRole('option', { name: 'Look up this request' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('402 · Not enough credits').waitFor()
  expect(new URL(page.url()).searchParams.get('request')).toBe(requestId)
})

test('the list loads all pages by scrolling, and every call is in it once', async () => {
  const opened = await openConsole()
  const seeded = await seedCalls(opened, { count: 230, days: 6 })
  await using context = await opened.newContext(seeded.user)
  const page = await context.newPage()
  await page.goto(`/c/${seeded.companyId}/calls`)
  const grid = page.getByRole('grid', { name: 'Calls' })
  await grid.focus()
  await expect
    .poll(
      async () => {
        await page.keyboard.press('End')
        return grid.getAttribute('aria-rowcount')
      },
      { timeout: 15_000 },
    )
    .toBe('231')
  expect(await page.getByText('230 calls').count()).toBe(1)
})

test('the histogram filters by the keyboard, and the address keeps it', async () => {
  const opened = await openConsole()
  const seeded = await seedCalls(opened)
  await using context = await opened.newContext(seeded.user)
  const page = await context.newPage()
  await page.goto(`/c/${seeded.companyId}/calls?period=24h`)
  await page.getByRole('slider', { name: 'Calls over time' }).focus()
  await page.keyboard.press('End')
  await page.keyboard.press('Shift+ArrowLeft')
  await page.keyboard.press('Enter')
  await page.waitForURL(/from=.*to=/)
  const { searchParams } = new URL(page.url())
  const lengthMs = Date.parse(searchParams.get('to') ?? '') - Date.parse(searchParams.get('from') ?? '')
  expect(lengthMs).toBe(3_600_000)
  await page.reload()
  await page.getByRole('row', { name: /svc/ }).first().waitFor()
})

test('the export has the filters of the list', async () => {
  const opened = await openConsole()
  const seeded = await seedCalls(opened)
  await using context = await opened.newContext(seeded.user)
  const page = await context.newPage()
  await page.goto(`/c/${seeded.companyId}/calls?status=FAILED&period=30d`)
  await page
    .getByRole('row', { name: /Client disconnected/ })
    .first()
    .waitFor()
  const rows = await page.getByRole('grid').getAttribute('aria-rowcount')
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^gatehouse-calls-.*\.csv$/)
  const lines = await readLines(await download.createReadStream())
  expect(lines.length).toBe(Number(rows))
  expect(lines.slice(1).every((line) => line.includes(',FAILED,'))).toBe(true)
})

async function readLines(stream: AsyncIterable<Buffer | string>): Promise<string[]> {
  let text = ''
  for await (const chunk of stream) text += chunk.toString()
  return text.trim().split('\n')
}

test('the choice of keys says that it has the newest hundred, and the page of another key leads to its calls', async () => {
  const opened = await openConsole()
  const { companyId, user } = await seedCalls(opened)
  const { database } = opened.backend
  const { key: oldest } = await addKey(database, { companyId, name: 'the oldest' })
  for (let count = 0; count < 100; count += 1) await addKey(database, { companyId, name: `key ${count}` })
  await using context = await opened.newContext(user)
  const page = await context.newPage()
  await page.goto(`/c/${companyId}/calls`)
  const choice = page.getByLabel('Key', { exact: true })
  await expect
    .poll(() => choice.locator('option').last().textContent())
    .toBe('Only the newest 100 keys are listed')
  expect(await choice.locator('option').allTextContents()).not.toContainEqual(
    expect.stringContaining('the oldest'),
  )
  await page.goto(`/c/${companyId}/profile/api-keys/${oldest.id}`)
  await page.getByRole('link', { name: 'Calls of this key' }).click()
  await page.getByText('No calls match').waitFor()
  expect(await choice.inputValue()).toBe(oldest.id)
})
