import { expect, test } from 'vitest'
import { type LogLine, droppedAt } from './log-line.ts'
import { createLogStore } from './log-store.ts'

function open(capacity = 5) {
  const frames: (() => void)[] = []
  const store = createLogStore({
    onNextFrame: (work) => frames.push(work),
    now: () => new Date('2026-11-17T12:00:00.000Z'),
    capacity,
  })
  let drawn = 0
  store.subscribe(() => {
    drawn += 1
  })
  const shown = () =>
    Array.from({ length: store.shown() }, (_, index) => {
      const line = store.ring.at(index)
      const dropped = line && droppedAt(line)
      return dropped === undefined ? line?.message : `${dropped} dropped`
    })
  return { store, shown, draws: () => drawn, nextFrame: () => frames.splice(0).forEach((work) => work()) }
}

const line = (message: string, second = 0): LogLine => ({
  at: new Date(second * 1_000).toISOString(),
  level: 'info',
  service: 'test',
  message,
  context: {},
})

test('a thousand lines between two frames are drawn once', () => {
  const { store, draws, nextFrame, shown } = open(10_000)
  for (let index = 0; index < 1_000; index += 1) store.add(line(String(index)))
  expect([draws(), shown()]).toEqual([0, []])
  nextFrame()
  expect([draws(), shown().length]).toEqual([1, 1_000])
})

test('a paused list stays as it is, and what found no room while it was paused becomes a gap', () => {
  const { store, shown, nextFrame } = open(5)
  for (const message of ['a', 'b', 'c']) store.add(line(message))
  nextFrame()
  store.setPaused(true)
  for (const message of ['d', 'e', 'f', 'g']) store.add(line(message))
  nextFrame()
  expect([shown(), store.waiting()]).toEqual([['a', 'b', 'c'], 4])
  store.setPaused(false)
  expect(shown()).toEqual(['b', 'c', 'd', 'e', '2 dropped'])
})

test('lines that were searched for come before those that were held, without doubles', () => {
  const { store, shown, nextFrame } = open(10)
  store.add(line('before', 1))
  nextFrame()
  store.hold()
  store.add(line('after', 5))
  store.release([line('after', 5), line('lost 2', 3), line('lost 1', 2), line('before', 1)])
  expect(shown()).toEqual(['before', 'lost 1', 'lost 2', 'after'])
})

test('older lines are added in front, also of a paused list, as long as there is room', () => {
  const { store, shown, nextFrame } = open(4)
  store.add(line('c', 3))
  store.add(line('d', 4))
  nextFrame()
  store.setPaused(true)
  expect(store.addOlder([line('b', 2), line('a', 1), line('z', 0)])).toBe(2)
  expect(shown()).toEqual(['a', 'b', 'c', 'd'])
})

test('a new filter begins anew', () => {
  const { store, shown, nextFrame } = open()
  store.add(line('a'))
  nextFrame()
  store.reset(({ message }) => message !== 'a')
  store.add(line('a'))
  store.add(line('b'))
  nextFrame()
  expect(shown()).toEqual(['b'])
})
