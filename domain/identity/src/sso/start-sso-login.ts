// Sends a browser to the provider of the company for which the domain of the user's e-mail address is confirmed.
import type { Seal } from '@gatehouse/runtime/seal'
import type { Secret } from '@gatehouse/runtime/secret'
import type { Database } from '@gatehouse/schema/database'
import type { FillRandom } from '../token/refresh-token.ts'
import { openConnection } from './sso-connection.ts'
import { findCompanyOfDomain } from './sso-domains.ts'
import type { OpenidProvider } from './provider/openid-provider.ts'
import { addAttempt } from './sso-attempts.ts'
import { deriveChecks, hashRandom, isRandom, mintRandom } from './sso-binding.ts'
import { notConfigured } from './sso-faults.ts'

export type SsoLoginDeps = {
  database: Database
  seal: Seal
  provider: OpenidProvider
  fillRandom: FillRandom
  /** Each company has its own, so that the answer of one provider cannot pass as that of another. */
  redirectUri: (companyId: string) => string
}

export type SsoStart = {
  domain: string
  returnPath: string
  /** The user must log in again at the provider, so that the session counts as recent. */
  isFresh: boolean
  /** The secret of the browser's cookie, if it has one: several tabs can log in at the same time. */
  browser: Secret | undefined
}

export async function startSsoLogin(
  { database, seal, provider, fillRandom, redirectUri }: SsoLoginDeps,
  start: SsoStart,
): Promise<{ url: URL; browser: Secret }> {
  const companyId = await findCompanyOfDomain(database, start.domain)
  const connection = companyId && (await openConnection({ database, seal }, companyId))
  if (!connection) throw notConfigured()
  const isKnown = start.browser && isRandom(start.browser.reveal())
  const browser = isKnown && start.browser ? start.browser : mintRandom(fillRandom)
  const state = mintRandom(fillRandom)
  const binding = {
    state: state.reveal(),
    ...deriveChecks(browser, state),
    redirectUri: redirectUri(connection.companyId),
  }
  const url = await provider.authorizationUrl(connection, binding, start.isFresh)
  const key = { stateHash: hashRandom(state), browserHash: hashRandom(browser) }
  await addAttempt(database, key, { ...connection, returnPath: start.returnPath })
  return { url, browser }
}
