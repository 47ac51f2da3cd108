import { expect, test } from 'vitest'
import { orderRoutes } from './alias.ts'

/** A deterministic, evenly distributed random source (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const route = (name: string, position: number, weight = 1) => ({ name, position, weight })
const names = (routes: readonly { name: string }[]) => routes.map(({ name }) => name).join(' ')

test('routes are tried by position, regardless of their weights and of the given order', () => {
  const routes = [route('last', 7, 1_000), route('first', 0), route('second', 1)]
  const random = createRandom(1)
  for (let attempt = 0; attempt < 100; attempt += 1) {
    expect(names(orderRoutes(routes, random))).toBe('first second last')
  }
})

test('routes of one position come first in proportion to their weights, and so do the remaining ones', () => {
  const routes = [route('a', 0, 6), route('b', 0, 3), route('c', 0, 1), route('reserve', 1)]
  const random = createRandom(7)
  const calls = 20_000
  const counts = new Map<string, number>()
  for (let call = 0; call < calls; call += 1) {
    const order = names(orderRoutes(routes, random))
    counts.set(order, (counts.get(order) ?? 0) + 1)
  }
  const share = (order: string) => (counts.get(`${order} reserve`) ?? 0) / calls
  // The first is chosen by weight among all, the second by weight among the rest: 6/10 × 3/4, and so on.
  const expected = {
    'a b c': (6 / 10) * (3 / 4),
    'a c b': (6 / 10) * (1 / 4),
    'b a c': (3 / 10) * (6 / 7),
    'b c a': (3 / 10) * (1 / 7),
    'c a b': (1 / 10) * (6 / 9),
    'c b a': (1 / 10) * (3 / 9),
  }
  for (const [order, wanted] of Object.entries(expected)) {
    expect(Math.abs(share(order) - wanted), order).toBeLessThan(0.01)
  }
  expect(counts.size).toBe(6)
})

test('extreme random values lose no route and do not change the given list', () => {
  const routes = [route('b', 1), route('a', 0), route('c', 1)]
  for (const chance of [0, 1 - Number.EPSILON]) {
    const ordered = orderRoutes(routes, () => chance)
    expect(ordered).toHaveLength(3)
    expect(ordered[0]?.name).toBe('a')
  }
  expect(names(routes)).toBe('b a c')
  expect(orderRoutes([], () => 0)).toEqual([])
})
