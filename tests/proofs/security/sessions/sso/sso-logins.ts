// Logins through a provider that must succeed, and logins by password that must not where a company enforces single
// sign-on.
import { readRole } from '@gatehouse/identity/memberships'
import { setEnforced } from '@gatehouse/identity/sso-connection'
import { findUserByEmail } from '@gatehouse/identity/users'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { addUser, issueToken } from '@gatehouse/testkit/seed-backend'
import { addTotp } from '@gatehouse/testkit/seed-factors'
import { loggingIn, openBrowser } from '../browser.ts'
import { beginChallenge, completeLogin } from '../confirm-logins.ts'
import { consoleUrl } from '../sessions-setup.ts'
import { type SsoSetup, type VerifiedPerson, beginLogin, newPerson, openUserBrowser } from './sso-setup.ts'

const by = { actor: { kind: 'operator', id: 'proof' } } as const
const ids = createIds(createSystemClock())
const password = 'a password before single sign-on'

export type SsoLogins = { succeeded: number; wrong: readonly string[] }

/** Each person logs in twice: first they become a member, then they are found by the subject. */
export async function logInThroughProvider(setup: SsoSetup, people: number): Promise<SsoLogins> {
  const wrong: string[] = []
  let succeeded = 0
  for (let number = 1; number <= people; number += 1) {
    const person = newPerson(`person-${number}`, setup.company.domain)
    for (const turn of ['first', 'second']) {
      const failure = await logInOnce(setup, person)
      if (failure === undefined) succeeded += 1
      else wrong.push(`single sign-on: the ${turn} login of ${person.email} ${failure}`)
    }
  }
  return { succeeded, wrong }
}

/** Returns what is wrong, or undefined. */
async function logInOnce(setup: SsoSetup, person: VerifiedPerson): Promise<string | undefined> {
  const browser = openUserBrowser(setup)
  const { reached } = await browser.follow(await beginLogin(browser, setup.company, person))
  if (reached.href !== `${consoleUrl}/jobs`) return `ended at ${reached.href}`
  const { data } = await openBrowser(setup.url, { address: '198.51.100.30', jar: browser.cookies }).ask(
    'mutation { refresh { user { email } } }',
  )
  if (JSON.stringify(data) !== JSON.stringify({ refresh: { user: { email: person.email } } }))
    return `opened the session ${JSON.stringify(data)}`
  const { id: userId = '' } = (await findUserByEmail(setup.database, person.email)) ?? {}
  const roles = [setup.company, setup.other].map(({ companyId }) =>
    readRole(setup.database, { userId, companyId }),
  )
  const [role, otherRole] = await Promise.all(roles)
  return role === 'MEMBER' && otherRole === undefined ? undefined : `gave the roles ${role} and ${otherRole}`
}

export type EnforcedLogins = { tried: number; wrong: readonly string[] }

/** A member with a password, and one with an authenticator app as well, before and after the company enforces it. */
export async function enforceSso(setup: SsoSetup): Promise<EnforcedLogins> {
  const { database, company } = setup
  const { companyId, domain } = company
  const [plain, confirmed] = [newPerson('plain', domain), newPerson('confirmed', domain)]
  const users = await Promise.all(
    [plain, confirmed].map(({ email }) => addUser(database, { email, password, companyId, role: 'MEMBER' })),
  )
  const app = await addTotp(database, users[1]?.id ?? '')
  const accessToken = users[0] && (await issueToken(users[0]))
  const browser = openBrowser(setup.url, { address: '198.51.100.31' })
  const ways = {
    'with a password': () => browser.ask(loggingIn, { variables: { email: plain.email, password } }),
    'with a password and a code': async (stepsOff: number) => {
      const challenge = await beginChallenge(browser, { email: confirmed.email, password })
      return completeLogin(browser, challenge, app.code(stepsOff))
    },
    'by changing the password': () =>
      browser.ask(changingPassword, { variables: { current: password, next: password }, accessToken }),
  }
  const wrong: string[] = []
  for (const [name, logIn] of Object.entries(ways)) {
    const { faults } = await logIn(0)
    if (faults.length > 0) wrong.push(`before the enforcement: refused ${name}: ${faults.join()}`)
  }
  await setEnforced({ database, ids }, { companyId, isEnforced: true }, by)
  for (const [name, logIn] of Object.entries(ways)) {
    const { faults } = await logIn(1)
    if (faults.join() !== 'sso.required') wrong.push(`enforced: ${name} was answered with [${faults.join()}]`)
  }
  const failure = await logInOnce(setup, plain)
  if (failure !== undefined) wrong.push(`enforced: the login of ${plain.email} ${failure}`)
  return { tried: Object.keys(ways).length, wrong }
}

const changingPassword =
  'mutation ($current: String!, $next: String!) { changePassword(currentPassword: $current, newPassword: $next) { expiresAt } }'
