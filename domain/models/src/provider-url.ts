/**
 * The base URL of a provider as it is used, without a slash at its end, or undefined if it cannot be one. A user name,
 * a query or a fragment would be a secret in the wrong place or would be lost when a path is added.
 */
export function parseProviderUrl(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !['http:', 'https:'].includes(url.protocol)) return undefined
  if (url.username || url.password || url.search || url.hash) return undefined
  return url.origin + url.pathname.replace(/\/+$/, '')
}
