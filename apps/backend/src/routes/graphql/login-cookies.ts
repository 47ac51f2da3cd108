// The cookies of a login: the refresh token, and the token that identifies the device. Scripts cannot read them,
// browsers send them to this path only, and never with a cross-site request. In addition, requests must be JSON, which
// a form on another site cannot send.
import { Secret } from '@gatehouse/runtime/secret'
import type { LoginCookie } from '../../graphql/operation-context.ts'

const attributes = 'Path=/graphql; HttpOnly; Secure; SameSite=Strict'

export type LoginCookies = {
  refreshCookie: LoginCookie
  deviceCookie: LoginCookie
  /** Values of the response's `set-cookie` headers. */
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
