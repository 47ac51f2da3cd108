// Headers that may have only one value must be sent only once. Of a repeated Host or Authorization header, Node keeps
// the first and other servers keep the last. If a proxy and this server read the same request differently, an attacker
// can exploit the difference.
const singleValued = new Set([
  'authorization',
  'content-length',
  'content-type',
  'host',
  'idempotency-key',
  'mcp-method',
  'mcp-name',
  'mcp-protocol-version',
  'stripe-signature',
  'traceparent',
  'transfer-encoding',
])

/** Returns why the head cannot be trusted, or undefined if it can. */
export function findAmbiguity(
  rawHeaders: readonly string[],
  target: string,
  version = '1.1',
): string | undefined {
  // The parser still accepts HTTP/0.9, whose requests have no head at all.
  if (version !== '1.1' && version !== '1.0') return 'The request must be HTTP/1.1.'
  if (!target.startsWith('/')) return 'The request target must be a path.'
  const seen = new Set<string>()
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = (rawHeaders[index] ?? '').toLowerCase()
    if (!singleValued.has(name)) continue
    if (seen.has(name)) return `The header ${name} was sent more than once.`
    seen.add(name)
  }
  return version === '1.1' && !seen.has('host') ? 'The header host is missing.' : undefined
}
