import { expect, test } from 'vitest'
import { type StateRow, expectState, makeUnavailable } from '../expect-state.ts'
import { type Page, openConsole } from '../open-console.ts'
import { operator } from '../seed/seed-operator.ts'
import { clearLogs, writeGap, writeLogs } from '../seed/write-logs.ts'

const requestId = '0193a3c4-7b1e-7000-8000-000000000abc'

async function writeUsual(): Promise<void> {
  await writeLogs('gateway', (logger) => {
    const request = logger.with({ request_id: requestId, company_id: 'c-1' })
    request.info('call admitted', { alias: 'svc/chat-premium', held: '0.021000' })
    request.warn('the provider was slow', { upstream_ms: 4_210, route: 'primary' })
    request.info('call settled', { status: 200, duration_ms: 4_302 })
  })
  await writeLogs('backend', (logger) => logger.info('POST /graphql', { operation: 'Home', status: 200 }))
  await writeLogs('ai-service', (logger) =>
    logger.error('a document cannot be read', { error: new Error('the file is encrypted') }),
  )
}

async function open(page: Page, search = ''): Promise<void> {
  await page.goto(`/admin/logs${search}`)
  await page.getByRole('heading', { level: 1, name: 'Logs' }).waitFor()
}

async function openLive(page: Page, search = ''): Promise<void> {
  await open(page, search)
  await page.getByText('Live', { exact: true }).waitFor()
}

test.each<StateRow>([
  {
    state: 'live',
    as: operator,
    async show(page) {
      await clearLogs()
      await writeUsual()
      await openLive(page)
      await page.getByText('the provider was slow').waitFor()
      await writeLogs('gateway', (logger) => logger.info('written while the page is open'))
      await page.getByText('written while the page is open').waitFor()
    },
  },
  {
    state: 'paused',
    as: operator,
    async show(page) {
      await clearLogs()
      await writeUsual()
      await openLive(page)
      await page.getByText('call settled').waitFor()
      await page.getByRole('button', { name: 'Pause' }).click()
      await writeLogs('gateway', (logger) => logger.info('written while the list is paused'))
      await page.getByRole('button', { name: '1 new line' }).waitFor()
      expect(await page.getByText('written while the list is paused').count()).toBe(0)
    },
  },
  {
    state: 'gap',
    as: operator,
    async show(page) {
      await clearLogs()
      await writeUsual()
      await openLive(page)
      await page.getByText('call settled').waitFor()
      await writeGap(312)
      await page.getByText('312 lines not shown').waitFor()
    },
  },
  {
    state: 'line',
    as: operator,
    async show(page) {
      await clearLogs()
      await writeUsual()
      await openLive(page)
      await page.getByText('the provider was slow').click()
      await page.getByRole('dialog').getByText(requestId).waitFor()
    },
  },
  {
    state: 'empty',
    as: operator,
    async show(page) {
      await clearLogs()
      await openLive(page)
      await page.getByText('No log lines yet').waitFor()
    },
  },
  {
    state: 'noneMatch',
    as: operator,
    async show(page) {
      await openLive(page, '?level=fatal&words=nothing+is+called+this')
      await page.getByText('No line matches these filters').waitFor()
    },
  },
  {
    state: 'refused',
    as: async ({ addCompanyUser }) => (await addCompanyUser()).user,
    async show(page) {
      await open(page)
      await page.getByText('Your role does not include this page').waitFor()
    },
  },
  {
    state: 'unavailable',
    as: operator,
    async show(page) {
      await makeUnavailable(page, 'AppLogs')
      await openLive(page)
      await page.getByText('Earlier lines cannot be read right now').waitFor()
    },
  },
])('logs: $state', (row) => expectState('logs', row))

async function openAsOperator() {
  const opened = await openConsole()
  const context = await opened.newContext(await operator(opened))
  return { opened, context, page: await context.newPage() }
}

test('filters are in the address, and a line leads to everything of its request', async () => {
  const { context, page } = await openAsOperator()
  await using _ = context
  await clearLogs()
  await writeUsual()
  await openLive(page)
  await page.getByLabel('Level').selectOption('Warnings and above')
  await expect.poll(() => page.getByText('call settled').count()).toBe(0)
  await page.getByText('the provider was slow').click()
  await page.getByRole('button', { name: 'Show everything of this request' }).click()
  await page.getByText('call settled').waitFor()
  expect(new URL(page.url()).search).toBe(`?request=${requestId}`)
  await writeLogs('backend', (logger) => logger.info('something else'))
  await writeLogs('gateway', (logger) => logger.info('a late line', { request_id: requestId }))
  await page.getByText('a late line').waitFor()
  expect(await page.getByText('something else').count()).toBe(0)
})

test('the lines of a lost connection are added when it is back, once each', async () => {
  const { context, page } = await openAsOperator()
  await using _ = context
  await clearLogs()
  await writeLogs('gateway', (logger) => logger.info('before'))
  const sockets: { close: () => Promise<void> }[] = []
  await page.routeWebSocket('**/graphql', (socket) => {
    socket.connectToServer()
    sockets.push(socket)
  })
  await openLive(page, '?service=gateway')
  await page.locator('.log-message', { hasText: 'before' }).waitFor()
  await sockets.at(-1)?.close()
  await page.getByText('Connection lost').waitFor()
  await writeLogs('gateway', (logger) => logger.info('in between'))
  await page.getByText('Live', { exact: true }).waitFor()
  await page.locator('.log-message', { hasText: 'in between' }).waitFor()
  await writeLogs('gateway', (logger) => logger.info('after'))
  await page.locator('.log-message', { hasText: 'after' }).waitFor()
  const rows = await page.locator('.log-message').allTextContents()
  expect(rows.map((text) => text.trim())).toEqual(['before', 'in between', 'after'])
})

test('earlier lines are looked up page by page, and the keyboard reaches them', async () => {
  const { context, page } = await openAsOperator()
  await using _ = context
  await clearLogs()
  await writeLogs('gateway', (logger) => {
    for (let index = 1; index <= 150; index += 1) logger.info(`line ${index}`)
  })
  await openLive(page)
  await page.getByText('100 lines').waitFor()
  expect(await page.locator('.log .grid-body [role=row]').count()).toBeLessThanOrEqual(35)
  await page.getByRole('button', { name: 'Look further back' }).click()
  await page.getByText('150 lines').waitFor()
  await page.getByRole('grid', { name: 'Log lines' }).focus()
  await page.keyboard.press('Home')
  await page.getByText('line 1', { exact: true }).waitFor()
  await page.keyboard.press('Enter')
  expect(await page.getByRole('dialog').getByText('line 1', { exact: true }).isVisible()).toBe(true)
})
