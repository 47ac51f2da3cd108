// Sends what was asked for one by one in batches: while a batch is on its way the next one gathers, so the busier it
// is the more share a round trip, and nobody waits when it is not.
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
      if (results.length !== batch.length) throw new TypeError('a batch has one result for each item')
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
      // Not at once: what is asked for in the same turn of the event loop goes together.
      queueMicrotask(() => void run())
    }
    return waiter.promise
  }
}
