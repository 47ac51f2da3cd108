// A page that a browser shows must not reach a gateway that runs where only the browser can reach it, by a name that leads
// there (DNS rebinding). Clients that are no browsers send no origin.
export const localHosts = ['localhost', '127.0.0.1', '[::1]']

/** Allowed are hosts, whatever the scheme and the port. */
export function isAllowedOrigin(origin: string | undefined, allowedHosts: readonly string[]): boolean {
  if (origin === undefined) return true
  const host = URL.parse(origin)?.hostname.toLowerCase()
  return host !== undefined && host !== '' && allowedHosts.includes(host)
}
