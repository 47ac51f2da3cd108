// A real OpenID provider on the loopback interface, in this process. It asks for no password: the person to log in is
// set by the test.
import { createServer } from 'node:http'
import { Provider, type KoaContextWithOIDC } from 'oidc-provider'
import { findFreePort } from '../free-port.ts'

/** `email_verified` may be anything, since a provider may send anything. */
export type Person = { subject: string; email?: string; email_verified?: unknown }

export type OidcProvider = AsyncDisposable & {
  issuer: string
  clientId: string
  clientSecret: string
  /** The next browser that comes logs in as this person. */
  logInAs(person: Person): void
}

const client = { clientId: 'gatehouse', clientSecret: 'the secret of the client, known to both' }
const scope = 'openid email'

export async function startOidcProvider(redirectUris: readonly string[]): Promise<OidcProvider> {
  const port = await findFreePort()
  const issuer = `http://127.0.0.1:${port}`
  const people = new Map<string, Person>()
  let current: Person | undefined
  const provider = new Provider(issuer, {
    clients: [
      { client_id: client.clientId, client_secret: client.clientSecret, redirect_uris: [...redirectUris] },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    cookies: { keys: ['a key that signs cookies of a test'] },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, subject) => ({
      accountId: subject,
      claims: () => {
        const { email, email_verified } = people.get(subject) ?? {}
        return { sub: subject, email, email_verified }
      },
    }),
    loadExistingGrant,
  })
  const answer = provider.callback()
  const server = createServer((request, response) => {
    if (!request.url?.startsWith('/interaction/')) return void answer(request, response)
    const login = current && { accountId: current.subject }
    void provider.interactionFinished(request, response, login ? { login } : { error: 'access_denied' })
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    issuer,
    ...client,
    logInAs(person) {
      people.set(person.subject, person)
      current = person
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Consents to everything, once per session: a new grant would end the codes of the former one. */
async function loadExistingGrant({ oidc }: KoaContextWithOIDC) {
  const { client: asking, session, provider } = oidc
  if (!asking || session?.accountId === undefined) return undefined
  const grantId = session.grantIdFor(asking.clientId)
  const former = grantId === undefined ? undefined : await provider.Grant.find(grantId)
  if (former) return former
  const grant = new provider.Grant({ clientId: asking.clientId, accountId: session.accountId })
  grant.addOIDCScope(scope)
  await grant.save()
  return grant
}
