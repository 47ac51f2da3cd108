import { expect, test } from 'vitest'
import { createTrayStore } from './tray-store.ts'

test('work is reported, ends once, and stays until it is dismissed', () => {
  const store = createTrayStore()
  let changes = 0
  store.subscribe(() => {
    changes += 1
  })
  const work = store.begin({ title: 'Export', text: 'Waiting' })
  work.report({ text: 'Writing', share: 0.5 })
  expect(store.items()).toEqual([
    { id: 'work-1', title: 'Export', state: 'running', text: 'Writing', share: 0.5 },
  ])
  work.finish({ state: 'done', text: 'Ready', href: '/x' })
  work.report({ text: 'late', share: 0.9 })
  expect(store.items()).toEqual([{ id: 'work-1', title: 'Export', state: 'done', text: 'Ready', href: '/x' }])
  store.dismiss('work-1')
  expect([store.items(), changes]).toEqual([[], 5])
})
