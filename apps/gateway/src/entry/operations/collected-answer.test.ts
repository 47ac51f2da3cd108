import { getEventListeners } from 'node:events'
import { expect, test } from 'vitest'
import { CollectedAnswer } from './collected-answer.ts'

test("a complete answer leaves no listener on its caller's signal", async () => {
  const { signal } = new AbortController()
  const answer = new CollectedAnswer({ signal, onDelivered: (task) => task() })
  answer.listen({ onGone: () => undefined, onDrain: () => undefined })
  expect(getEventListeners(signal, 'abort')).toHaveLength(1)
  answer.sendHead(200, {})
  await answer.end(Buffer.from('{}'))
  expect(getEventListeners(signal, 'abort')).toHaveLength(0)
  expect(answer.read().body).toEqual({})
})
