// What a browser keeps of a login: the refresh token, and the token by which the device is known. They travel in cookies that
// no script can read, that go to this path only and never with a request that another site caused. Requests must be JSON
// besides, which a form of another site cannot send.
import { Secret } from '@gatehouse/runtime/secret'
import type { LoginCookie } from '../../operation-context.ts'

const attributes = 'Path=/graphql; HttpOnly; Secure; SameSite=Strict'

export type LoginCookies = {
  refreshCookie: LoginCookie
  deviceCookie: LoginCookie
  /** The `set-cookie` headers of the answer. */
  setCookies(): string[]
}

export function createLoginCookies(cookieHeader: string | undefined): LoginCookies {
  const headers = new Map<string, string>()
  const cookie = (name: string): LoginCookie => ({
    read() {
      const found = (cookieHeader ?? '').split(';').find((pair) => pair.trim().startsWith(`${name}=`))
      const value = found?.slice(found.indexOf('=') + 1).trim()
      return value ? new Secret(value) : undefined
    },
    set(token, expiresAt) {
      headers.set(name, `${name}=${token.reveal()}; Expires=${expiresAt.toUTCString()}; ${attributes}`)
    },
    clear() {
      headers.set(name, `${name}=; Max-Age=0; ${attributes}`)
    },
  })
  return {
    refreshCookie: cookie('gatehouse_refresh'),
    deviceCookie: cookie('gatehouse_device'),
    setCookies: () => [...headers.values()],
  }
}
