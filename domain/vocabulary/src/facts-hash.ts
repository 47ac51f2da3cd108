// The content hash of facts. It does not depend on the order of keys; what is computed from facts is computed again
// only if their hash changes.
import { createHash } from 'node:crypto'

export function hashFacts(facts: unknown): Buffer {
  return createHash('sha256').update(canonicalJson(facts)).digest()
}

/** JSON with the keys of every object sorted; keys whose value is undefined are omitted, as in `JSON.stringify`. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}
