/**
 * Returns a provider's base URL without a trailing slash, or undefined if the text is not a valid one. A user name, a
 * query or a fragment would be a misplaced secret or would be lost when a path is appended.
 */
export function parseProviderUrl(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !['http:', 'https:'].includes(url.protocol)) return undefined
  if (url.username || url.password || url.search || url.hash) return undefined
  return url.origin + url.pathname.replace(/\/+$/, '')
}
