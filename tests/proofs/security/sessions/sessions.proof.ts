import { addUser } from '@gatehouse/testkit/seed-backend'
import { seededRandom } from '../../kit/seeded-random.ts'
import { type Proof, judged } from '../../proof.ts'
import { confirmLogins } from './confirm-logins.ts'
import { logInWith, openBrowser, refreshing } from './browser.ts'
import { type SessionsSetup, openSessionsSetup } from './sessions-setup.ts'
import { type SharedSession, shareSession } from './share-session.ts'
import { stealTokens } from './steal-tokens.ts'

const sizes = {
  short: { refreshes: 250, aborts: 25, users: 5 },
  long: { refreshes: 1_000, aborts: 100, users: 50 },
}

export const proof: Proof = {
  name: 'sessions',
  tier: 'push',
  claim:
    'tabs that share a session, and reloads during a refresh, log no one out, a stolen refresh token is detected, and an authenticator app that is set up is never skipped',
  bar: '0 logouts in 1,000 refreshes by 5 tabs with 100 aborted requests; every thief detected at the owner’s next refresh; every login with a valid code succeeds, and none without',
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
    const factors = await confirmLogins(setup, size.users)
    for (const text of factors.wrong) progress(text)
    return judged({
      figure:
        `${shared.refreshes} refreshes by 5 tabs, ${shared.aborted} aborted: ${shared.logouts.length} logouts; ` +
        `${tried - undetected.length} of ${tried} thieves detected; ` +
        `${factors.confirmed} of ${size.users} logins confirmed with a code, ` +
        `${factors.attacks} without a valid one, ${factors.wrong.length} wrong`,
      isPassed:
        shared.logouts.length === 0 &&
        shared.refreshes === size.refreshes &&
        shared.aborted === size.aborts &&
        tried > 0 &&
        undetected.length === 0 &&
        factors.confirmed === size.users &&
        factors.wrong.length === 0,
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
