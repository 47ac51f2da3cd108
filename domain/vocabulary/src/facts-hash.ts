// The content hash of facts: equal facts, equal hash, whatever order their keys were written in. Work is done again
// exactly when a hash changes.
import { createHash } from 'node:crypto'

export function hashFacts(facts: unknown): Buffer {
  return createHash('sha256').update(canonicalJson(facts)).digest()
}

/** JSON with the keys of every object in order; keys whose value is undefined are left out, as JSON does. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}
