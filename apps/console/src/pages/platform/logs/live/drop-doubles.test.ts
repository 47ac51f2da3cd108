import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createDoubles, withoutKnown } from './drop-doubles.ts'

const keys = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 12 })
const count = (list: readonly string[], key: string) => list.filter((other) => other === key).length

test('of equal lines as many are kept as the source that sent more of them sent, in any order', () => {
  fc.assert(
    fc.property(keys, keys, fc.infiniteStream(fc.boolean()), (fromOld, fromNew, order) => {
      const doubles = createDoubles()
      const kept: string[] = []
      const waiting = { old: [...fromOld], new: [...fromNew] }
      while (waiting.old.length + waiting.new.length > 0) {
        const isOld = waiting.new.length === 0 || (waiting.old.length > 0 && order.next().value === true)
        const source = isOld ? 'old' : 'new'
        const key = waiting[source].shift() ?? ''
        if (doubles.isNew(source, key)) kept.push(key)
      }
      for (const key of ['a', 'b', 'c'])
        expect(count(kept, key)).toBe(Math.max(count(fromOld, key), count(fromNew, key)))
    }),
  )
})

test('a known line accounts for one of its doubles', () => {
  expect(withoutKnown(['a', 'a', 'b'], ['a'], (key) => key)).toEqual(['a', 'b'])
})
