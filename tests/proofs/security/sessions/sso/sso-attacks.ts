// Logins through a provider that must be refused. Each differs in one thing from a login that succeeds.
import type { SsoBrowser } from '@gatehouse/testkit/oidc/open-sso-browser'
import type { Person } from '@gatehouse/testkit/oidc/start-oidc-provider'
import { type SsoSetup, beginLogin, getAnswer, newPerson, openUserBrowser } from './sso-setup.ts'

type Attack = {
  /** What the provider asserts about the person. */
  claims?(setup: SsoSetup): Partial<Person>
  /** Changes the request with which the browser goes to the provider. */
  changeRequest?(request: URL): void
  /** Changes the answer that the browser brings back. */
  changeAnswer?(answer: URL, setup: SsoSetup): void | Promise<void>
  /** The browser that brings the answer back, unless it is the one that began the login. */
  openReceiver?(setup: SsoSetup): Promise<SsoBrowser>
  /** The login was completed before. The provider answers the same request again, with a code that is not used. */
  isReplay?: true
}

const random = 'A'.repeat(43)

const attacks: Readonly<Record<string, Attack>> = {
  'an address of a domain that is not confirmed': {
    claims: ({ company }) => ({ email: `eve@${company.pendingDomain}` }),
  },
  'an address of another company': { claims: ({ other }) => ({ email: `eve@${other.domain}` }) },
  'an address that is not verified': { claims: () => ({ email_verified: false }) },
  'another nonce': { changeRequest: ({ searchParams }) => searchParams.set('nonce', random) },
  'another PKCE challenge': {
    changeRequest: ({ searchParams }) => searchParams.set('code_challenge', random),
  },
  'another state': { changeAnswer: ({ searchParams }) => searchParams.set('state', random) },
  'a replayed state': { isReplay: true },
  'the answer in another browser': {
    async openReceiver(setup) {
      const receiver = openUserBrowser(setup)
      // It has a login of its own in progress, and so the cookie of one.
      await beginLogin(receiver, setup.company, newPerson('victim', setup.company.domain))
      return receiver
    },
  },
  'the answer at the address of another company': {
    changeAnswer(answer, { other }) {
      answer.pathname = `/sso/callback/${other.companyId}`
    },
  },
  'the name of another company’s provider': {
    changeAnswer: ({ searchParams }, { other }) => searchParams.set('iss', other.provider.issuer),
  },
  'the code of another company’s provider': {
    async changeAnswer({ searchParams }, setup) {
      const browser = openUserBrowser(setup)
      const request = await beginLogin(browser, setup.other, newPerson('globe', setup.other.domain))
      searchParams.set('code', (await getAnswer(browser, request)).searchParams.get('code') ?? '')
    },
  },
}

export type TriedAttacks = { tried: number; wrong: readonly string[] }

export async function trySsoAttacks(setup: SsoSetup): Promise<TriedAttacks> {
  const wrong: string[] = []
  for (const [index, [name, attack]] of Object.entries(attacks).entries()) {
    const person = { ...newPerson(`eve-${index}`, setup.company.domain), ...attack.claims?.(setup) }
    const { receiver, answer } = await prepare(setup, attack, person)
    const before = await countAccounts(setup)
    const { reached } = await receiver.follow(answer)
    const after = await countAccounts(setup)
    if (reached.pathname !== '/login' || !reached.searchParams.has('error') || after !== before)
      wrong.push(`single sign-on: logged in with ${name}`)
  }
  return { tried: Object.keys(attacks).length, wrong }
}

/** Does everything up to the request that must be refused. */
async function prepare(
  setup: SsoSetup,
  { changeRequest, changeAnswer, openReceiver, isReplay }: Attack,
  person: Person,
): Promise<{ receiver: SsoBrowser; answer: URL }> {
  const browser = openUserBrowser(setup)
  const request = await beginLogin(browser, setup.company, person)
  changeRequest?.(request)
  if (isReplay) await browser.follow(await getAnswer(browser, request))
  const answer = await getAnswer(browser, request)
  await changeAnswer?.(answer, setup)
  return { receiver: (await openReceiver?.(setup)) ?? browser, answer }
}

/** Users, memberships and sessions: a login that is refused adds none of them. */
async function countAccounts({ pool }: SsoSetup): Promise<string> {
  const { rows } = await pool.query<{ counts: string }>(
    `select concat_ws(' ', (select count(*) from users), (select count(*) from memberships),
                           (select count(*) from login_sessions)) as counts`,
  )
  return rows[0]?.counts ?? ''
}
