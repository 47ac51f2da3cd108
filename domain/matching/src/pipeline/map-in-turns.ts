/**
 * Like `map`, with a turn of the event loop before each item: a batch has up to twenty thousand pairs, and a pair with much
 * text takes a good part of a second. Otherwise health checks, leases and the other work of the process would wait.
 */
export async function mapInTurns<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Result,
): Promise<Result[]> {
  const results: Result[] = []
  for (const item of items) {
    await new Promise(setImmediate)
    results.push(work(item))
  }
  return results
}
