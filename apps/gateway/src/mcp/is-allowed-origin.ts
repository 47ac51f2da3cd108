// Protects gateways that only the local machine can reach from DNS rebinding: a web page must not call one through a
// host name that resolves to it. Clients other than browsers send no Origin header.
export const localHosts = ['localhost', '127.0.0.1', '[::1]']

/** Compares only the host; scheme and port do not matter. */
export function isAllowedOrigin(origin: string | undefined, allowedHosts: readonly string[]): boolean {
  if (origin === undefined) return true
  const host = URL.parse(origin)?.hostname.toLowerCase()
  return host !== undefined && host !== '' && allowedHosts.includes(host)
}
