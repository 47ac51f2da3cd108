type NamedKey = { id: string; name: string; hint: string }

/** Names keys by their ids. A key that is not among the given ones is shown by the end of its id. */
export function nameKeys(keys: readonly NamedKey[]): (keyId: string) => string {
  const names = new Map(keys.map(({ id, name }) => [id, name]))
  return (keyId) => names.get(keyId) ?? `…${keyId.slice(-6)}`
}
