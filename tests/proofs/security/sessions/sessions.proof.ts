import { addUser } from '@gatehouse/testkit/seed-backend'
import { seededRandom } from '../../kit/seeded-random.ts'
import { type Proof, type ProofResult, judged, notMeasured } from '../../proof.ts'
import { confirmLogins } from './confirm-logins.ts'
import { type ConsoleTabs, useConsoleTabs } from './console-tabs.ts'
import { logInWith, openBrowser, refreshing } from './browser.ts'
import { logOutAndGoOn } from './log-out.ts'
import { type SessionsSetup, openSessionsSetup } from './sessions-setup.ts'
import { type SharedSession, shareSession } from './share-session.ts'
import { trySsoAttacks } from './sso/sso-attacks.ts'
import { enforceSso, logInThroughProvider } from './sso/sso-logins.ts'
import { openSsoSetup } from './sso/sso-setup.ts'
import { stealTokens } from './steal-tokens.ts'
import { type PasskeyLogins, usePasskeys } from './use-passkeys.ts'

const sizes = {
  short: { refreshes: 250, aborts: 25, users: 5, tabRefreshes: 8, tabReloads: 3 },
  long: { refreshes: 1_000, aborts: 100, users: 50, tabRefreshes: 150, tabReloads: 50 },
}

export const proof: Proof = {
  name: 'sessions',
  tier: 'daily',
  claim:
    'tabs that share a session, and reloads during a refresh, log no one out, a logout ends the session with its refresh tokens and no other session, a stolen refresh token is detected at the owner’s next refresh, an authenticator app that is set up is never skipped, a company’s provider logs in its own people only, a passkey works at its own origin only, and five tabs of the console stay logged in until a thief is detected',
  bar: '0 logouts in 1,000 refreshes by 5 tabs with 100 aborted requests; every thief detected at the owner’s next refresh; each refresh token of a logged-out session refused; every login with a valid code succeeds, and none without; every login through the provider of a confirmed domain succeeds, and no forged one, and no password where it is enforced; a passkey of Chromium is registered and logs in, and is refused at another origin; 0 logouts and no two refreshes at the same time in 150 refreshes by 5 tabs of the console in Chromium with 50 reloads during a refresh, and a thief logs all of them out',
  async run({ isShort, progress }) {
    await using scope = new AsyncDisposableStack()
    const setup = await openSessionsSetup(scope)
    const size = sizes[isShort ? 'short' : 'long']
    const shared = await refreshInTabs(setup, size)
    progress(
      `5 tabs: ${shared.refreshes} refreshes, ${shared.aborted} aborted, ${shared.logouts.length} logouts`,
    )
    for (const fault of new Set(shared.logouts)) progress(`a refresh was refused: ${fault}`)
    const thief = { email: 'robbed@test.example', password: 'a password that is hard to guess' }
    await addUser(setup.database, thief)
    const { tried, undetected } = await stealTokens(setup, thief)
    for (const name of undetected) progress(`not detected: ${name}`)
    const logouts = await logOutAndGoOn(setup)
    for (const text of logouts.wrong) progress(text)
    const factors = await confirmLogins(setup, size.users)
    for (const text of factors.wrong) progress(text)
    const sso = await useSingleSignOn(scope, setup, size.users)
    for (const text of sso.wrong) progress(text)
    const passkeys = await usePasskeys(scope, setup)
    if (passkeys.kind === 'measured') for (const text of passkeys.wrong) progress(text)
    const tabs = await useConsoleTabs(scope, size)
    if (tabs.kind === 'measured') for (const text of tabs.wrong) progress(text)
    const figure =
      `${shared.refreshes} refreshes by 5 tabs, ${shared.aborted} aborted: ${shared.logouts.length} logouts; ` +
      `${tried - undetected.length} of ${tried} thieves detected; ` +
      `${logouts.tried} refreshes after a logout, ${logouts.wrong.length} wrong; ` +
      `${factors.confirmed} of ${size.users} logins confirmed with a code, ` +
      `${factors.attacks} without a valid one, ${factors.wrong.length} wrong; ` +
      `${sso.succeeded} of ${2 * size.users} logins through a provider, ${sso.refused} that must be refused, ${sso.wrong.length} wrong`
    const isPassed =
      shared.logouts.length === 0 &&
      shared.refreshes === size.refreshes &&
      shared.aborted === size.aborts &&
      tried > 0 &&
      undetected.length === 0 &&
      logouts.tried > 0 &&
      logouts.wrong.length === 0 &&
      factors.confirmed === size.users &&
      factors.wrong.length === 0 &&
      sso.succeeded === 2 * size.users &&
      sso.refused > 0 &&
      sso.wrong.length === 0
    return judgeWithChromium({ figure, isPassed }, { passkeys, tabs, size })
  },
}

type InChromium = {
  passkeys: PasskeyLogins
  tabs: ConsoleTabs
  size: { tabRefreshes: number; tabReloads: number }
}

/** Without Chromium the proof cannot pass, but it can fail. */
function judgeWithChromium(
  { figure, isPassed }: { figure: string; isPassed: boolean },
  { passkeys, tabs, size }: InChromium,
): ProofResult {
  if (passkeys.kind === 'not measured')
    return isPassed ? notMeasured(passkeys.reason) : judged({ figure, isPassed })
  if (tabs.kind === 'not measured') return isPassed ? notMeasured(tabs.reason) : judged({ figure, isPassed })
  return judged({
    figure:
      `${figure}; ${passkeys.tried} uses of a passkey in Chromium, ${passkeys.wrong.length} wrong; ` +
      `5 tabs of the console: ${tabs.refreshes} refreshes, ${tabs.reloads} reloads during one (${tabs.aborted} without its answer), and a thief, ${tabs.wrong.length} wrong`,
    isPassed:
      isPassed &&
      passkeys.tried > 0 &&
      passkeys.wrong.length === 0 &&
      tabs.refreshes >= size.tabRefreshes &&
      tabs.reloads === size.tabReloads &&
      tabs.aborted > 0 &&
      tabs.wrong.length === 0,
  })
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

/** `refused`: logins that must be refused. */
type SingleSignOn = { succeeded: number; refused: number; wrong: readonly string[] }

async function useSingleSignOn(
  scope: AsyncDisposableStack,
  setup: SessionsSetup,
  people: number,
): Promise<SingleSignOn> {
  const sso = await openSsoSetup(scope, setup)
  const { succeeded, wrong } = await logInThroughProvider(sso, people)
  const attacks = await trySsoAttacks(sso)
  const enforced = await enforceSso(sso)
  return {
    succeeded,
    refused: attacks.tried + enforced.tried,
    wrong: [...wrong, ...attacks.wrong, ...enforced.wrong],
  }
}
