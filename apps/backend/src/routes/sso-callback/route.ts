import { finishSsoLogin } from '@gatehouse/identity/finish-sso-login'
import { attemptOver } from '@gatehouse/identity/sso-faults'
import { type Route, defineRoute } from '@gatehouse/http/define-route'
import { addressRange } from '@gatehouse/limits/address-range'
import { isUuid } from '@gatehouse/runtime/ids'
import { createSsoCookie } from '../../sso/sso-cookie.ts'
import { redirect, redirectFaults } from '../../sso/sso-redirect.ts'
import { createLoginCookies } from '../graphql/login-cookies.ts'
import type { SsoRouteDeps } from '../sso-start/route.ts'

/** The provider sends the browser here. Sets the cookie of the session and returns to the console. */
export function ssoCallbackRoute({ consoleUrl, sso, refuseAddress, ...deps }: SsoRouteDeps): Route {
  const cookie = createSsoCookie(consoleUrl)
  return defineRoute({
    method: 'GET',
    path: '/sso/callback/:companyId',
    statuses: [303, 429, 503],
    async handle({ headers, params, url, context }, reply) {
      const refusal = await refuseAddress(context.clientAddress)
      if (refusal) throw refusal
      const { companyId } = params as { companyId: string }
      const { clientAddress, requestId } = context
      return redirectFaults({ reply, consoleUrl, context }, async () => {
        if (!isUuid(companyId)) throw attemptOver()
        const { user, refresh, returnPath } = await finishSsoLogin(
          { ...deps, ...sso, seal: sso.requireSeal() },
          {
            companyId: companyId.toLowerCase(),
            answer: new URL(url, consoleUrl).searchParams,
            browser: cookie.read(headers.cookie),
            client: {
              address: clientAddress,
              addressRange: addressRange(clientAddress ?? 'unknown'),
              userAgent: headers['user-agent'],
            },
          },
          { requestId, ...(clientAddress !== undefined && { clientAddress }) },
        )
        context.logger.info('user logged in through single sign-on', { user: user.id, company: companyId })
        const cookies = createLoginCookies(undefined)
        cookies.refreshCookie.set(refresh.token, refresh.expiresAt)
        for (const header of cookies.setCookies()) reply.header('set-cookie', header)
        return redirect(reply, `${consoleUrl}${returnPath}`)
      })
    },
  })
}
