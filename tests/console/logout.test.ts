import { waitUntil } from '@gatehouse/testkit/wait-until'
import { expect, test } from 'vitest'
import { type OpenConsole, type Page, openConsole } from './open-console.ts'

async function openLoggedIn(opened: OpenConsole) {
  const { user } = await opened.addCompanyUser()
  const context = await opened.newContext(user)
  const page = await context.newPage()
  await page.goto('/account')
  await page.getByRole('heading', { level: 1, name: 'Account' }).waitFor()
  return { context, page, user }
}

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await page.waitForURL('**/login?*')
}

function openSessions({ backend }: OpenConsole, userId: string) {
  const { database } = backend
  return database
    .selectFrom('login_sessions')
    .select('id')
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .execute()
}

const isLogOut = /"operationName":"LogOut"/

test('a person who logs out stays logged out after a reload, and has no session on the server', async () => {
  const opened = await openConsole()
  const { context, page, user } = await openLoggedIn(opened)
  await using _closed = context
  expect(await openSessions(opened, user.id)).toHaveLength(1)
  await logOut(page)
  expect(await openSessions(opened, user.id)).toHaveLength(0)
  await page.reload()
  await page.getByRole('heading', { name: 'Log in to Gatehouse' }).waitFor()
  await page.goto('/account')
  await page.waitForURL('**/login?*')
})

test('a logout whose access token has expired refreshes it and ends the session', async () => {
  const opened = await openConsole()
  const { context, page, user } = await openLoggedIn(opened)
  await using _closed = context
  const openedAt = Math.floor(Date.now() / 1000)
  let sent = 0
  await page.route('**/graphql', async (route) => {
    const request = route.request()
    if (!isLogOut.test(request.postData() ?? '')) return route.fallback()
    sent += 1
    if (sent > 1) return route.fallback()
    return route.fallback({ headers: { ...request.headers(), authorization: 'Bearer expired' } })
  })
  // Tokens of the same second are equal, and the console does not repeat a request with the token that was refused.
  const isLater = () => Math.floor(Date.now() / 1000) > openedAt
  await waitUntil(isLater, { withinMs: 5_000, what: 'the next second' })
  await logOut(page)
  expect([sent, await openSessions(opened, user.id)]).toEqual([2, []])
})

test('a logout that does not reach the server says so, and a reload continues the session', async () => {
  const opened = await openConsole()
  const { context, page, user } = await openLoggedIn(opened)
  await using _closed = context
  await page.route('**/graphql', (route) =>
    isLogOut.test(route.request().postData() ?? '') ? route.abort() : route.fallback(),
  )
  await logOut(page)
  await page.getByText('The server did not confirm the logout').waitFor()
  expect(await openSessions(opened, user.id)).toHaveLength(1)
  await page.unrouteAll()
  await page.reload()
  await page.getByRole('heading', { level: 1, name: 'Account' }).waitFor()
  await logOut(page)
  expect(await openSessions(opened, user.id)).toHaveLength(0)
})
