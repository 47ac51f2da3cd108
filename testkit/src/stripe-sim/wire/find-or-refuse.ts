import { noSuch } from './refusal.ts'

const words: Readonly<Record<string, string>> = {
  payment_intent: 'payment_intent',
  session: 'checkout.session',
}

/** Throws the provider's error, `No such price: 'price_x'`. `param` is `id` for an id in the path. */
export function findOrRefuse<Value>(
  store: ReadonlyMap<string, Value>,
  { what, id, param = 'id' }: { what: string; id: string; param?: string },
): Value {
  const found = store.get(id)
  if (found === undefined) throw noSuch(words[what] ?? what, id, param)
  return found
}
