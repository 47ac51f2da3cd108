// Completes a login when the provider has sent the browser back.
import type { Ids } from '@gatehouse/runtime/ids'
import { Secret } from '@gatehouse/runtime/secret'
import type { LoginActor } from '../login/log-in.ts'
import { openSession } from '../sessions/open-session.ts'
import type { SessionClient } from '../sessions/session-client.ts'
import type { RefreshToken } from '../token/refresh-token.ts'
import type { User } from '../users.ts'
import { openConnection } from './sso-connection.ts'
import { joinByClaims } from './join-by-claims.ts'
import { takeAttempt } from './sso-attempts.ts'
import { deriveChecks, hashRandom, isRandom } from './sso-binding.ts'
import { attemptOver } from './sso-faults.ts'
import type { SsoLoginDeps } from './start-sso-login.ts'

export type SsoAnswer = {
  companyId: string
  /** The parameters with which the provider sent the browser back. */
  answer: URLSearchParams
  browser: Secret | undefined
  client: SessionClient
}

export type SsoLogin = { user: User; refresh: RefreshToken; returnPath: string }

export async function finishSsoLogin(
  deps: SsoLoginDeps & { ids: Ids },
  { companyId, answer, browser, client }: SsoAnswer,
  from: LoginActor,
): Promise<SsoLogin> {
  const { database, fillRandom, ids, provider } = deps
  const state = new Secret(answer.get('state') ?? '')
  if (!browser || !isRandom(browser.reveal()) || !isRandom(state.reveal())) throw attemptOver()
  const key = { stateHash: hashRandom(state), browserHash: hashRandom(browser) }
  const attempt = await takeAttempt(database, key, companyId)
  const connection = attempt && (await openConnection(deps, companyId))
  // The login was started with other settings, so its answer comes from another provider.
  const isSame = connection?.issuer === attempt?.issuer && connection?.clientId === attempt?.clientId
  if (!attempt || !connection || !isSame) throw attemptOver()
  const binding = {
    state: state.reveal(),
    ...deriveChecks(browser, state),
    redirectUri: deps.redirectUri(companyId),
  }
  const claims = await provider.redeem(connection, binding, answer)
  return database.transaction().execute(async (tx) => {
    const user = await joinByClaims({ ids, tx }, { companyId, issuer: connection.issuer, claims }, from)
    const { refresh } = await openSession(
      { tx, ids, fillRandom },
      { userId: user.id, client, provider: { authenticatedAt: claims.authenticatedAt } },
    )
    return { user, refresh, returnPath: attempt.returnPath }
  })
}
