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
