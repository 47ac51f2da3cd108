// A queue of events for one reader. Events of one topic are merged while they wait, so that a slow reader costs no more
// memory than one event per topic.
import { type CompanyEvent, type CompanyTopic, mergeEvents } from '@gatehouse/companies/company-event'

export type EventQueue = AsyncIterableIterator<CompanyEvent> & { add(event: CompanyEvent): void }

const end: IteratorResult<CompanyEvent> = { done: true, value: undefined }

export function createEventQueue(onEnd: () => void): EventQueue {
  const waiting = new Map<CompanyTopic, CompanyEvent>()
  const takers: ((result: IteratorResult<CompanyEvent>) => void)[] = []
  let isEnded = false

  // Ends at once; the `return` of an async generator would wait for the next event.
  function finish(): Promise<IteratorResult<CompanyEvent>> {
    if (!isEnded) {
      isEnded = true
      waiting.clear()
      for (const taker of takers.splice(0)) taker(end)
      onEnd()
    }
    return Promise.resolve(end)
  }

  return {
    add(event) {
      if (isEnded) return
      const taker = takers.shift()
      if (taker) return taker({ done: false, value: event })
      const former = waiting.get(event.topic)
      waiting.set(event.topic, former ? mergeEvents(former, event) : event)
    },
    next() {
      if (isEnded) return Promise.resolve(end)
      const [event] = waiting.values()
      if (!event) return new Promise((resolve) => takers.push(resolve))
      waiting.delete(event.topic)
      return Promise.resolve({ done: false, value: event })
    },
    return: finish,
    throw: finish,
    [Symbol.asyncIterator]() {
      return this
    },
  }
}
