// The cookie that ties a login to the browser that started it. It is lax, because the provider sends the browser back
// from another site. The prefix, which browsers accept over TLS only, keeps other hosts of the domain from setting it.
import { attemptMinutes } from '@gatehouse/identity/sso-attempts'
import { Secret } from '@gatehouse/runtime/secret'

export type SsoCookie = { read(header: string | undefined): Secret | undefined; write(value: Secret): string }

export function createSsoCookie(consoleUrl: string): SsoCookie {
  const name = consoleUrl.startsWith('https:') ? '__Host-gatehouse_sso' : 'gatehouse_sso'
  return {
    read(header) {
      const pairs = (header ?? '').split(';').map((pair) => pair.trim())
      const found = pairs.find((pair) => pair.startsWith(`${name}=`))
      return found === undefined ? undefined : new Secret(found.slice(name.length + 1))
    },
    write: (value) =>
      `${name}=${value.reveal()}; Max-Age=${attemptMinutes * 60}; Path=/; HttpOnly; Secure; SameSite=Lax`,
  }
}
