import { expect, test } from 'vitest'
import { checkPage, faultyLooks } from './check-page.ts'
import { openConsole } from './open-console.ts'

test('an unknown address has a page of its own, with the status 404, for visitors and for users', async () => {
  const opened = await openConsole()
  const { user } = await opened.addCompanyUser()
  for (const who of [undefined, user]) {
    await using context = await opened.newContext(who)
    const page = await context.newPage()
    const response = await page.goto('/nowhere/at-all')
    await page.getByRole('heading', { name: 'Page not found', level: 1 }).waitFor()
    expect([response?.status(), await page.title()]).toEqual([404, 'Page not found · Gatehouse'])
    expect(faultyLooks(await checkPage(page, { name: 'notFound', state: who ? 'user' : 'visitor' }))).toEqual(
      [],
    )
  }
})

test('the question mark opens the list of shortcuts, and so does the help menu, which leads to the documentation', async () => {
  const opened = await openConsole()
  const { user } = await opened.addCompanyUser()
  await using context = await opened.newContext(user)
  const page = await context.newPage()
  await page.goto('/')
  await page.getByRole('heading', { name: 'Home' }).waitFor()
  await page.keyboard.press('?')
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await dialog.getByText('Show this list').waitFor()
  expect(faultyLooks(await checkPage(page, { name: 'shell', state: 'keyboard' }))).toEqual([])
  await page.keyboard.press('Escape')
  await expect.poll(() => dialog.count()).toBe(0)
  await page.getByRole('button', { name: 'Help' }).click()
  const reference = page.getByRole('menuitem', { name: 'API reference' })
  expect(await reference.getAttribute('href')).toBe(`${opened.gatewayUrl}/docs`)
  expect(faultyLooks(await checkPage(page, { name: 'shell', state: 'help' }))).toEqual([])
  const explorer = page.getByRole('menuitem', { name: 'GraphQL explorer' })
  const explorerUrl = new URL((await explorer.getAttribute('href')) ?? '', opened.url)
  expect((await fetch(explorerUrl)).status).toBe(200)
  await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click()
  await dialog.waitFor()
})

test('a session that ends leads to the login and back to the page, whose address is not lost', async () => {
  const opened = await openConsole()
  const { user, companyId } = await opened.addCompanyUser()
  await using context = await opened.newContext(user)
  const page = await context.newPage()
  const path = `/c/${companyId}/calls`
  await page.goto(path)
  await page.getByRole('heading', { level: 1, name: 'Calls' }).waitFor()
  // Another tab that still has a token of the ended session, and passes it on until the server refuses it there, too.
  const other = await context.newPage()
  await other.goto('/theme.js')
  await other.evaluate(`new Promise((resolve) => {
    window.channel = new BroadcastChannel('gatehouse-session')
    channel.onmessage = ({ data }) => resolve(void (window.kept = data))
    channel.postMessage({ kind: 'ask' })
  })`)
  const post = (message: string) => other.evaluate(`void channel.postMessage(${message})`)
  // The login page is still being loaded at that time: the address is that of the login, and the former page is left.
  await page.route('**/assets/login-page*', async (route) => {
    await page.waitForURL('**/login?*')
    await post('window.kept')
    await page.getByRole('heading', { level: 1, name: 'Calls' }).waitFor()
    await post(`{ kind: 'loggedOut' }`)
    await page.locator('main.splash').waitFor()
    await route.fallback()
  })
  await post(`{ kind: 'loggedOut' }`)
  await page.getByText('Your session has ended').waitFor()
  const { pathname, searchParams } = new URL(page.url())
  expect([pathname, searchParams.get('return')]).toEqual(['/login', path])
})

test('a page that is opened for another company shows nothing of the company before', async () => {
  const opened = await openConsole()
  const { user, companyId } = await opened.addCompanyUser('ADMIN', 41_203_991n)
  const other = await opened.addCompanyUser('ADMIN', 7_123_456n)
  const { database } = opened.backend
  await database
    .insertInto('memberships')
    .values({ company_id: other.companyId, user_id: user.id, role: 'ADMIN' })
    .execute()
  await database.updateTable('companies').set({ name: 'Other' }).where('id', '=', other.companyId).execute()
  await using context = await opened.newContext(user)
  const page = await context.newPage()
  await page.goto(`/c/${companyId}`)
  const main = page.locator('main')
  await main.getByText('41.203991').first().waitFor()
  // The answer about the other company comes only after the page has been looked at.
  const answer = Promise.withResolvers<void>()
  await page.route('**/graphql', async (route) => {
    const body = route.request().postData() ?? ''
    if (body.includes('"operationName":"Home"') && body.includes(other.companyId)) await answer.promise
    return route.fallback()
  })
  await page.locator('.rail .company-switch').click()
  await page.getByRole('menuitem', { name: 'Other' }).click()
  await page.waitForURL(`**/c/${other.companyId}`)
  await page.locator('.rail .company-switch').getByText('Other').waitFor()
  await main.locator('[aria-busy=true]').waitFor()
  expect(await main.textContent()).not.toContain('41.203991')
  answer.resolve()
  await main.getByText('7.123456').first().waitFor()
})

test('a subscription that the server ends is opened again, and shows what has changed meanwhile', async () => {
  const opened = await openConsole()
  const { user, companyId } = await opened.addCompanyUser()
  await using context = await opened.newContext(user)
  const page = await context.newPage()
  const ready = Promise.withResolvers<() => void>()
  let subscriptions = 0
  await page.routeWebSocket('**/graphql', (socket) => {
    const server = socket.connectToServer()
    socket.onMessage((message) => {
      if (/"type":"subscribe"/.test(String(message))) subscriptions += 1
      server.send(message)
    })
    server.onMessage((message) => {
      socket.send(message)
      const { id, type } = JSON.parse(String(message)) as { id?: string; type: string }
      if (type === 'next') ready.resolve(() => socket.send(JSON.stringify({ id, type: 'complete' })))
    })
  })
  await page.goto(`/c/${companyId}`)
  const complete = await ready.promise
  await page.locator('.rail .company-switch').waitFor()
  complete()
  await expect.poll(() => subscriptions, { timeout: 10_000 }).toBe(2)
  const { errors } = await opened.backend.ask(
    'mutation ($id: ID!) { updateCompany(companyId: $id, name: "Renamed meanwhile") { id } }',
    { user, variables: { id: companyId } },
  )
  expect(errors).toBeUndefined()
  await page.locator('.rail').getByText('Renamed meanwhile').waitFor()
})
