import type { User } from '@gatehouse/identity/users'
import type { Database } from '@gatehouse/schema/database'
import { addSession } from '@gatehouse/testkit/seed-backend'
import type { Browser, BrowserContext } from '@gatehouse/testkit/start-browser'

export type ConsoleServer = { browser: Browser; database: Database; url: string }

/** A new browser profile at the console, logged in as the user if one is given. */
export async function openProfile(
  { browser, database, url }: ConsoleServer,
  user?: User,
): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: url, reducedMotion: 'reduce' })
  if (!user) return context
  const { cookie } = await addSession(database, user.id)
  const [name = '', value = ''] = cookie.split('=')
  await context.addCookies([
    { name, value, domain: 'localhost', path: '/graphql', httpOnly: true, sameSite: 'Strict' },
  ])
  return context
}
