// The console in a real browser, over a backend with its own servers.
import type { User } from '@gatehouse/identity/users'
import { buildConsole } from '@gatehouse/testkit/build-console'
import { findFreePort } from '@gatehouse/testkit/free-port'
import { type BrowserContext, findChromium, startBrowser } from '@gatehouse/testkit/start-browser'
import { openProfile } from '../../console/open-profile.ts'
import { type BackendSetup, openBackendSetup } from '../security/authz/backend-setup.ts'

export type ConsoleSetup = BackendSetup & {
  /** A new profile, logged in as the user if one is given. */
  openProfile(user?: User): Promise<BrowserContext>
}

/** Undefined if the machine has no Chromium. `settings` are added to those of the backend. */
export async function openConsoleSetup(
  scope: AsyncDisposableStack,
  settings: Readonly<Record<string, string>> = {},
): Promise<ConsoleSetup | undefined> {
  if ((await findChromium()) === undefined) return undefined
  const port = String(await findFreePort())
  const url = `http://localhost:${port}`
  const [directory, browser] = await Promise.all([buildConsole(), startBrowser()])
  scope.defer(() => browser.close())
  const backend = await openBackendSetup(scope, {
    PORT: port,
    CONSOLE_DIRECTORY: directory,
    CONSOLE_URL: url,
    PUBLIC_GATEWAY_URL: 'https://api.example.com/llm/v1',
    ...settings,
  })
  return {
    ...backend,
    url,
    openProfile: (user) => openProfile({ browser, database: backend.database, url }, user),
  }
}
