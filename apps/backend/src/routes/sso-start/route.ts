import { startSsoLogin } from '@gatehouse/identity/start-sso-login'
import { type Route, defineRoute } from '@gatehouse/http/define-route'
import type { OperationDeps } from '../../graphql/operation-context.ts'
import type { RefuseAddress } from '../../limits/open-address-limit.ts'
import { createSsoCookie } from '../../sso/sso-cookie.ts'
import { readReturnPath, redirect, redirectFaults } from '../../sso/sso-redirect.ts'

export type SsoRouteDeps = Pick<OperationDeps, 'consoleUrl' | 'database' | 'fillRandom' | 'ids' | 'sso'> & {
  refuseAddress: RefuseAddress
}

/**
 * `domain` is that of the user's e-mail address, and `return` a path of the console. With `fresh=true`, the provider asks
 * the user to log in again, which operations that need a recent login require.
 */
export function ssoStartRoute({ consoleUrl, sso, refuseAddress, ...deps }: SsoRouteDeps): Route {
  const cookie = createSsoCookie(consoleUrl)
  return defineRoute({
    method: 'GET',
    path: '/sso/start',
    statuses: [303, 429, 503],
    async handle({ headers, query, context }, reply) {
      const refusal = await refuseAddress(context.clientAddress)
      if (refusal) throw refusal
      const { domain, fresh, return: returnTo } = query as Readonly<Record<string, unknown>>
      return redirectFaults({ reply, consoleUrl, context }, async () => {
        const { url, browser } = await startSsoLogin(
          { ...deps, ...sso, seal: sso.requireSeal() },
          {
            domain: typeof domain === 'string' ? domain : '',
            returnPath: readReturnPath(returnTo),
            isFresh: fresh === 'true',
            browser: cookie.read(headers.cookie),
          },
        )
        reply.header('set-cookie', cookie.write(browser))
        return redirect(reply, url.href)
      })
    },
  })
}
