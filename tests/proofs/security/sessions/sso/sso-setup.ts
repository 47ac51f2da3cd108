// Two companies, each with a real OpenID provider of its own, a confirmed domain, and one that is only claimed.
import { type SsoBrowser, openSsoBrowser } from '@gatehouse/testkit/oidc/open-sso-browser'
import {
  type OidcProvider,
  type Person,
  startOidcProvider,
} from '@gatehouse/testkit/oidc/start-oidc-provider'
import { addCompany } from '@gatehouse/testkit/seed-gateway'
import { addSso } from '@gatehouse/testkit/seed-sso'
import { type SessionsSetup, consoleUrl } from '../sessions-setup.ts'

export type SsoCompany = {
  companyId: string
  provider: OidcProvider
  domain: string
  pendingDomain: string
}

export type SsoSetup = SessionsSetup & { company: SsoCompany; other: SsoCompany }

export async function openSsoSetup(scope: AsyncDisposableStack, setup: SessionsSetup): Promise<SsoSetup> {
  const open = async (name: string): Promise<SsoCompany> => {
    const companyId = await addCompany(setup.database, 1n)
    const provider = scope.use(await startOidcProvider([`${consoleUrl}/sso/callback/${companyId}`]))
    const [domain, pendingDomain] = [`${name}.example`, `${name}-pending.example`]
    await addSso(setup.database, companyId, { provider, domains: [domain], pendingDomains: [pendingDomain] })
    return { companyId, provider, domain, pendingDomain }
  }
  return { ...setup, company: await open('acme'), other: await open('globex') }
}

export function openUserBrowser({ url }: SessionsSetup): SsoBrowser {
  return openSsoBrowser({ consoleUrl, backendUrl: url, address: '198.51.100.30' })
}

export type VerifiedPerson = Person & { email: string }

/** A person whom the provider knows by a verified address of the domain. */
export function newPerson(name: string, domain: string): VerifiedPerson {
  return { subject: `subject of ${name}`, email: `${name}@${domain}`, email_verified: true }
}

/** Begins a login as the person. Returns the request to the provider, which the browser has not sent yet. */
export async function beginLogin(
  browser: SsoBrowser,
  { provider, domain }: SsoCompany,
  person: Person,
): Promise<URL> {
  provider.logInAs(person)
  const { reached } = await browser.follow(`/sso/start?domain=${domain}&return=/jobs`, { stopAt: '/auth' })
  if (reached.origin !== provider.issuer) throw new Error(`the login ended at ${reached.href}`)
  return reached
}

/** Sends the request to the provider. Returns its answer, which the browser has not brought back yet. */
export async function getAnswer(browser: SsoBrowser, request: URL): Promise<URL> {
  const { reached } = await browser.follow(request, { stopAt: '/sso/callback' })
  if (!reached.searchParams.has('code')) throw new Error(`the provider answered ${reached.href}`)
  return reached
}
