import { createHash } from 'node:crypto'

/** Of these very bytes. */
export function entityTag(body: string): string {
  return `"${createHash('sha256').update(body).digest('base64url')}"`
}

/** Whether what the caller has is what it would get. A tag that a proxy has weakened still means the same content. */
export function isUnchanged(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false
  const known = new Set(ifNoneMatch.split(',').map((one) => one.trim().replace(/^W\//, '')))
  return known.has('*') || known.has(tag)
}
