// The refresh token travels in a cookie that no script can read, that goes to this path only and never with a request
// that another site caused. Requests must be JSON besides, which a form of another site cannot send.
import { Secret } from '@gatehouse/runtime/secret'
import type { RefreshCookie } from '../../operation-context.ts'

const name = 'gatehouse_refresh'
const attributes = 'Path=/graphql; HttpOnly; Secure; SameSite=Strict'

/** `set-cookie` of the answer is what it holds at the end. */
export type CookieJar = RefreshCookie & { setCookie(): string | undefined }

export function createCookieJar(cookieHeader: string | undefined): CookieJar {
  let header: string | undefined
  return {
    read() {
      const found = (cookieHeader ?? '').split(';').find((pair) => pair.trim().startsWith(`${name}=`))
      const value = found?.slice(found.indexOf('=') + 1).trim()
      return value ? new Secret(value) : undefined
    },
    set(token, expiresAt) {
      header = `${name}=${token.reveal()}; Expires=${expiresAt.toUTCString()}; ${attributes}`
    },
    clear() {
      header = `${name}=; Max-Age=0; ${attributes}`
    },
    setCookie: () => header,
  }
}
