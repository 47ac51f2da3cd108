// Gathers single requests into batches: while one batch is in flight, the next one gathers. Under load more requests
// share a round trip, and without load none waits.
export type BatchWork<Item, Result> = (items: readonly Item[]) => Promise<readonly Result[]>

export function gatherBatches<Item, Result>(
  work: BatchWork<Item, Result>,
  sizeMax: number,
): (item: Item) => Promise<Result> {
  type Waiting = { item: Item; waiter: PromiseWithResolvers<Result> }
  let waiting: Waiting[] = []
  let isRunning = false

  async function run(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, sizeMax)
      waiting = waiting.slice(batch.length)
      await send(batch)
    }
    isRunning = false
  }

  async function send(batch: readonly Waiting[]): Promise<void> {
    try {
      const results = await work(batch.map(({ item }) => item))
      if (results.length !== batch.length) throw new TypeError('a batch must return one result per item')
      batch.forEach(({ waiter }, index) => waiter.resolve(results[index] as Result))
    } catch (thrown) {
      for (const { waiter } of batch) waiter.reject(thrown)
    }
  }

  return (item) => {
    const waiter = Promise.withResolvers<Result>()
    waiting.push({ item, waiter })
    if (!isRunning) {
      isRunning = true
      // Deferred to a microtask, so that requests of the same turn of the event loop share a batch.
      queueMicrotask(() => void run())
    }
    return waiter.promise
  }
}
