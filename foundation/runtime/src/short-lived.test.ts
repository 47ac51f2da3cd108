import { expect, test } from 'vitest'
import { ShortLivedList, ShortLivedMap } from './short-lived.ts'

test('a list returns its present values, oldest first', () => {
  const list = new ShortLivedList<string>()
  const a = list.add('a')
  const b = list.add('b')
  const c = list.add('c')
  expect(list.values()).toEqual(['a', 'b', 'c'])
  list.remove(b)
  expect(list.values()).toEqual(['a', 'c'])
  list.remove(c)
  list.add('d')
  expect(list.values()).toEqual(['a', 'd'])
  list.remove(a)
  expect(list.values()).toEqual(['d'])
  expect(list.size).toBe(1)
})

test('a removed member refers neither to its value nor to its neighbours', () => {
  const list = new ShortLivedList<object>()
  list.add({})
  const member = list.add({})
  list.add({})
  list.remove(member)
  expect(member).toEqual({ value: undefined, earlier: undefined, later: undefined })
})

test('a member that is removed again changes nothing', () => {
  const list = new ShortLivedList<string>()
  const member = list.add('a')
  list.add('b')
  list.remove(member)
  list.remove(member)
  expect(list.values()).toEqual(['b'])
  expect(list.size).toBe(1)
})

test('a map keeps one value for each key, in the order in which the keys came', () => {
  const map = new ShortLivedMap<string, number>()
  map.set('a', 1)
  map.set('b', 2)
  map.set('a', 3)
  expect(map.values()).toEqual([3, 2])
  expect([map.get('a'), map.get('c'), map.has('b'), map.has('c'), map.size]).toEqual([
    3,
    undefined,
    true,
    false,
    2,
  ])
})

test('a map returns what it removes', () => {
  const map = new ShortLivedMap<string, number>()
  map.set('a', 1)
  expect(map.delete('a')).toBe(1)
  expect(map.delete('a')).toBeUndefined()
  expect([map.size, map.values()]).toEqual([0, []])
})

test('all values can be taken, after which the map is empty and can be used again', () => {
  const map = new ShortLivedMap<string, number>()
  map.set('a', 1)
  map.set('b', 2)
  expect(map.takeAll()).toEqual([1, 2])
  expect([map.size, map.has('a')]).toEqual([0, false])
  map.set('a', 3)
  expect(map.values()).toEqual([3])
})
