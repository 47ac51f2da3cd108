import { expect, test } from 'vitest'
import { createToastQueue } from './toast-queue.ts'

test('a toast waits until it is taken, once, in the order of arrival', () => {
  const queue = createToastQueue()
  let news = 0
  const stop = queue.subscribe(() => {
    news += 1
  })
  expect(queue.wasUsed()).toBe(false)
  queue.show({ title: 'Saved' })
  queue.show({ title: 'Copied' })
  expect(queue.take()).toEqual([{ title: 'Saved' }, { title: 'Copied' }])
  expect(queue.take()).toEqual([])
  stop()
  queue.show({ title: 'Later' })
  expect([news, queue.wasUsed()]).toEqual([2, true])
})
