import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { LogLine } from './log-line.ts'
import { createLogRing } from './log-ring.ts'

const line = (message: string): LogLine => ({ at: '', level: 'info', service: 'test', message, context: {} })

test('a ring holds what an array of the same length would, whatever is added at either end', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('push', 'unshift', 'clear'), { maxLength: 60 }), (steps) => {
      const ring = createLogRing(5)
      let model: string[] = []
      for (const [index, step] of steps.entries()) {
        if (step === 'clear') {
          ring.clear()
          model = []
        } else if (step === 'push') {
          ring.push(line(String(index)))
          model = [...model, String(index)].slice(-5)
        } else if (ring.unshift(line(String(index)))) {
          model = [String(index), ...model]
        }
      }
      const held = Array.from({ length: ring.length() }, (_, index) => ring.at(index)?.message)
      expect(held).toEqual(model)
    }),
  )
})

test('a line keeps its number while others are added and dropped', () => {
  const ring = createLogRing(3)
  for (const message of ['a', 'b', 'c']) ring.push(line(message))
  const numberOfC = ring.first() + 2
  ring.push(line('d'))
  expect(ring.at(numberOfC - ring.first())?.message).toBe('c')
  expect(ring.unshift(line('z'))).toBe(false)
})
