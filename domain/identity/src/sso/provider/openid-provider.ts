// Talks to a company's OpenID provider: discovery, the address to which the browser is sent, and the exchange of the code
// for claims. The checks of the protocol are those of openid-client.
import type { Clock } from '@gatehouse/runtime/clock'
import type { Secret } from '@gatehouse/runtime/secret'
import * as openid from 'openid-client'
import { recentLoginMinutes } from '../../sessions/recent-login.ts'
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

export type ProviderClaims = {
  subject: string
  email: string | undefined
  isEmailVerified: boolean
  /** When the user last proved to the provider who they are, if it says so. */
  authenticatedAt: Date | undefined
}

export type OpenidProvider = {
  /** With `isFresh`, the provider asks the user to log in again, although they are logged in there. */
  authorizationUrl(connection: ProviderConnection, binding: LoginBinding, isFresh: boolean): Promise<URL>
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
    authorizationUrl: (connection, { state, nonce, codeVerifier, redirectUri }, isFresh) =>
      withProvider(async () =>
        openid.buildAuthorizationUrl(await discover(connection), {
          redirect_uri: redirectUri,
          scope,
          state,
          nonce,
          code_challenge: await openid.calculatePKCECodeChallenge(codeVerifier),
          code_challenge_method: 'S256',
          // Because of max_age, the provider must also report the time of the login.
          ...(isFresh && { prompt: 'login', max_age: String(recentLoginMinutes * 60) }),
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
        const isComplete = claims['email'] !== undefined
        const info = isComplete ? claims : await openid.fetchUserInfo(config, tokens.access_token, claims.sub)
        return { subject: claims.sub, ...toEmail(info), authenticatedAt: toDate(claims.auth_time) }
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
function toEmail({
  email,
  email_verified: verified,
}: Readonly<Record<string, unknown>>): Pick<ProviderClaims, 'email' | 'isEmailVerified'> {
  return { email: typeof email === 'string' ? email : undefined, isEmailVerified: verified === true }
}

function toDate(seconds: number | undefined): Date | undefined {
  return seconds === undefined ? undefined : new Date(seconds * 1_000)
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
