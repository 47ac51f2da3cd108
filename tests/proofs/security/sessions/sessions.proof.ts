import { addUser } from '@gatehouse/testkit/seed-backend'
import { seededRandom } from '../../kit/seeded-random.ts'
import { type Proof, judged } from '../../proof.ts'
import { logInWith, openBrowser, refreshing } from './browser.ts'
import { type SessionsSetup, openSessionsSetup } from './sessions-setup.ts'
import { type SharedSession, shareSession } from './share-session.ts'
import { stealTokens } from './steal-tokens.ts'

const sizes = {
  short: { refreshes: 250, aborts: 25 },
  long: { refreshes: 1_000, aborts: 100 },
}

export const proof: Proof = {
  name: 'sessions',
  tier: 'push',
  claim:
    'tabs that share a session, and reloads during a refresh, log no one out, and a stolen refresh token is detected',
  bar: '0 logouts in 1,000 refreshes by 5 tabs with 100 aborted requests; every thief detected at the owner’s next refresh',
  async run({ isShort, progress }) {
    await using scope = new AsyncDisposableStack()
    const setup = await openSessionsSetup(scope)
    const size = sizes[isShort ? 'short' : 'long']
    const shared = await refreshInTabs(setup, size)
    progress(
      `5 tabs: ${shared.refreshes} refreshes, ${shared.aborted} aborted, ${shared.logouts.length} logouts`,
    )
    const thief = { email: 'robbed@test.example', password: 'a password that is hard to guess' }
    await addUser(setup.database, thief)
    const { tried, undetected } = await stealTokens(setup, thief)
    for (const name of undetected) progress(`not detected: ${name}`)
    return judged({
      figure:
        `${shared.refreshes} refreshes by 5 tabs, ${shared.aborted} aborted: ${shared.logouts.length} logouts; ` +
        `${tried - undetected.length} of ${tried} thieves detected`,
      isPassed:
        shared.logouts.length === 0 &&
        shared.refreshes === size.refreshes &&
        shared.aborted === size.aborts &&
        tried > 0 &&
        undetected.length === 0,
    })
  },
}

async function refreshInTabs(
  setup: SessionsSetup,
  size: { refreshes: number; aborts: number },
): Promise<SharedSession> {
  const credentials = { email: 'tabs@test.example', password: 'a password for five tabs' }
  await addUser(setup.database, credentials)
  const browser = openBrowser(setup.url, { address: '198.51.100.10' })
  await logInWith(browser, credentials)
  const shared = await shareSession(browser, size, seededRandom('sessions'))
  // The session must also be usable after the tabs have become quiet.
  const { faults } = await browser.ask(refreshing)
  return { ...shared, logouts: [...shared.logouts, ...faults] }
}
