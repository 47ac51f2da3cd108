// Talks to a company's OpenID provider: discovery, the address to which the browser is sent, and the exchange of the code
// for claims. The checks of the protocol are those of openid-client.
import type { Clock } from '@gatehouse/runtime/clock'
import type { Secret } from '@gatehouse/runtime/secret'
import * as openid from 'openid-client'
import { providerFailed } from '../sso-faults.ts'

export type ProviderConnection = {
  companyId: string
  issuer: string
  clientId: string
  clientSecret: Secret
  updatedAt: Date
}

/** Values that tie the answer of the provider to one login of one browser. */
export type LoginBinding = { state: string; nonce: string; codeVerifier: string; redirectUri: string }

export type ProviderClaims = { subject: string; email: string | undefined; isEmailVerified: boolean }

export type OpenidProvider = {
  authorizationUrl(connection: ProviderConnection, binding: LoginBinding): Promise<URL>
  /** `answer` holds the parameters with which the provider sent the browser back. */
  redeem(
    connection: ProviderConnection,
    binding: LoginBinding,
    answer: URLSearchParams,
  ): Promise<ProviderClaims>
}

/** The fetch of `createGuardedFetch`. */
type Request = typeof globalThis.fetch

export type OpenidProviderDeps = { clock: Pick<Clock, 'monotonicMs'>; request: Request }

const timeoutSeconds = 10
const metadataMsMax = 600_000
const scope = 'openid email'

type Discovered = { changedAtMs: number; discoveredAtMs: number; config: Promise<openid.Configuration> }

export function createOpenidProvider({ clock, request }: OpenidProviderDeps): OpenidProvider {
  // Metadata and keys are kept for a while, so that strangers who start logins do not cause requests to the provider.
  const discovered = new Map<string, Discovered>()

  function discover(connection: ProviderConnection): Promise<openid.Configuration> {
    const { companyId, updatedAt } = connection
    const known = discovered.get(companyId)
    const nowMs = clock.monotonicMs()
    const isCurrent =
      known?.changedAtMs === updatedAt.getTime() && nowMs - known.discoveredAtMs < metadataMsMax
    if (known && isCurrent) return known.config
    const config = requestMetadata(connection, request)
    discovered.set(companyId, { changedAtMs: updatedAt.getTime(), discoveredAtMs: nowMs, config })
    config.catch(() => discovered.delete(companyId))
    return config
  }

  return {
    authorizationUrl: (connection, { state, nonce, codeVerifier, redirectUri }) =>
      withProvider(async () =>
        openid.buildAuthorizationUrl(await discover(connection), {
          redirect_uri: redirectUri,
          scope,
          state,
          nonce,
          code_challenge: await openid.calculatePKCECodeChallenge(codeVerifier),
          code_challenge_method: 'S256',
        }),
      ),
    redeem: (connection, { state, nonce, codeVerifier, redirectUri }, answer) =>
      withProvider(async () => {
        const config = await discover(connection)
        const tokens = await openid.authorizationCodeGrant(
          config,
          new URL(`${redirectUri}?${answer.toString()}`),
          {
            expectedState: state,
            expectedNonce: nonce,
            pkceCodeVerifier: codeVerifier,
            idTokenExpected: true,
          },
        )
        const claims = tokens.claims()
        if (!claims) throw providerFailed('the provider sent no id token')
        if (claims['email'] !== undefined) return toClaims(claims.sub, claims)
        return toClaims(claims.sub, await openid.fetchUserInfo(config, tokens.access_token, claims.sub))
      }),
  }
}

async function requestMetadata(
  { issuer, clientId, clientSecret }: ProviderConnection,
  request: Request,
): Promise<openid.Configuration> {
  const url = new URL(issuer)
  // The request decides which addresses may be reached without TLS.
  const isPlain = url.protocol === 'http:'
  return openid.discovery(url, clientId, undefined, authenticate(clientSecret), {
    [openid.customFetch]: (input, init) => request(input, init as RequestInit),
    timeout: timeoutSeconds,
    execute: [openid.enableNonRepudiationChecks, ...(isPlain ? [openid.allowInsecureRequests] : [])],
  })
}

/** In the header, as the specification has it by default, unless the provider accepts it in the body only. */
function authenticate(clientSecret: Secret): openid.ClientAuth {
  const [inHeader, inBody] = [
    openid.ClientSecretBasic(clientSecret.reveal()),
    openid.ClientSecretPost(clientSecret.reveal()),
  ]
  return (...call) => {
    const [server] = call
    const methods = server.token_endpoint_auth_methods_supported
    const isHeader = methods?.includes('client_secret_basic') ?? true
    const add = isHeader ? inHeader : inBody
    add(...call)
  }
}

/** Only the boolean true verifies an address: anything else is a provider that does not say so. */
function toClaims(
  subject: string,
  { email, email_verified: verified }: Readonly<Record<string, unknown>>,
): ProviderClaims {
  return {
    subject,
    email: typeof email === 'string' ? email : undefined,
    isEmailVerified: verified === true,
  }
}

/** Every failure is the provider's, and its text is for operators. */
async function withProvider<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (thrown) {
    throw providerFailed(describe(thrown), thrown)
  }
}

function describe(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown)
  const cause = thrown.cause instanceof Error ? `: ${thrown.cause.message}` : ''
  return `${thrown.message}${cause}`
}
