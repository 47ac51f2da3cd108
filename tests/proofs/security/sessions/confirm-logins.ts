// Logs in users who have an authenticator app, and tries to do so without a valid code of theirs.
import { addUser } from '@gatehouse/testkit/seed-backend'
import { type AddedTotp, addTotp } from '@gatehouse/testkit/seed-factors'
import { type Browser, loggingIn, openBrowser } from './browser.ts'
import type { SessionsSetup } from './sessions-setup.ts'

export type ConfirmedLogins = {
  confirmed: number
  /** Logins that were not confirmed and must be refused. */
  attacks: number
  wrong: readonly string[]
}

const password = 'a password that someone else knows'

export async function confirmLogins(setup: SessionsSetup, users: number): Promise<ConfirmedLogins> {
  const stranger = await addAccount(setup, 'stranger')
  const wrong: string[] = []
  let [confirmed, attacks] = [0, 0]
  for (let number = 1; number <= users; number += 1) {
    const { email, app } = await addAccount(setup, `user-${number}`)
    const browser = openBrowser(setup.url, { address: `203.0.113.${number}` })
    const isRefused = async (what: string, challenge: string, code: string) => {
      attacks += 1
      const { data } = await completeLogin(browser, challenge, code)
      if (data || browser.copyJar().size > 0) wrong.push(`${email}: logged in with ${what}`)
    }
    const challenge = await beginChallenge(browser, { email, password })
    attacks += 1
    if (challenge === '' || browser.copyJar().size > 0)
      wrong.push(`${email}: logged in with the password alone`)
    await isRefused('the code of another user', challenge, stranger.app.code())
    await isRefused('an old code', challenge, app.code(-10))
    const code = app.code()
    const { faults } = await completeLogin(browser, challenge, code)
    if (faults.length > 0) wrong.push(`${email}: refused with ${faults.join()}`)
    else confirmed += 1
    const thief = openBrowser(setup.url, { address: '203.0.113.250' })
    attacks += 1
    const { data } = await completeLogin(thief, await beginChallenge(thief, { email, password }), code)
    if (data || thief.copyJar().size > 0) wrong.push(`${email}: logged in with a used code`)
  }
  return { confirmed, attacks, wrong }
}

async function addAccount(
  { database }: SessionsSetup,
  name: string,
): Promise<{ email: string; app: AddedTotp }> {
  const { id, email } = await addUser(database, { email: `${name}@factors.example`, password })
  return { email, app: await addTotp(database, id) }
}

/** The first step. Returns the challenge, or an empty text if there is none. */
export async function beginChallenge(
  browser: Browser,
  credentials: { email: string; password: string },
): Promise<string> {
  const { details } = await browser.ask(loggingIn, { variables: credentials })
  return typeof details?.['challenge'] === 'string' ? details['challenge'] : ''
}

export function completeLogin(browser: Browser, challenge: string, code: string) {
  return browser.ask(
    'mutation ($challenge: String!, $code: String!) { completeLogin(challenge: $challenge, code: $code) { accessToken } }',
    { variables: { challenge, code } },
  )
}
