import { createHash } from 'node:crypto'

/** Returns a strong entity tag for the body. */
export function entityTag(body: string): string {
  return `"${createHash('sha256').update(body).digest('base64url')}"`
}

/** Whether the caller's copy is current. A tag weakened by a proxy still denotes the same content. */
export function isUnchanged(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false
  const known = new Set(ifNoneMatch.split(',').map((one) => one.trim().replace(/^W\//, '')))
  return known.has('*') || known.has(tag)
}
