import { expect, test } from 'vitest'
import { createSocketPlaces } from './socket-places.ts'

const limits = {
  anonymousMax: 4,
  anonymousPerAddressMax: 2,
  authenticatedMax: 3,
  authenticatedPerUserMax: 2,
}

test('the oldest anonymous socket is evicted, preferably one of the same address', () => {
  const places = createSocketPlaces(limits)
  const gone: string[] = []
  const enter = (name: string, address: string) => places.enter(address, () => void gone.push(name))
  enter('a1', '192.0.2.1')
  enter('b1', '192.0.2.2')
  enter('a2', '192.0.2.1')
  enter('a3', '192.0.2.1')
  expect(gone).toEqual(['a1'])
  enter('c1', '192.0.2.3')
  enter('d1', '192.0.2.4')
  expect(gone).toEqual(['a1', 'b1'])
})

test('IPv6 addresses of one network count as one', () => {
  const places = createSocketPlaces(limits)
  const gone: number[] = []
  for (let host = 1; host <= 3; host += 1) places.enter(`2001:db8::${host}`, () => void gone.push(host))
  expect(gone).toEqual([1])
})

test('anonymous sockets never use up the places of authenticated users', () => {
  const places = createSocketPlaces(limits)
  const ends: boolean[] = []
  const person = places.enter('192.0.2.1', () => void ends.push(true))
  expect(person.promote('ada')).toBe(true)
  for (let index = 0; index < 100; index += 1) places.enter(`198.51.100.${index}`, () => undefined)
  expect(ends).toEqual([])
  expect(places.enter('192.0.2.1', () => undefined).promote('ada')).toBe(true)
})

test('places are limited per user and in total, and are free again after a socket closes', () => {
  const places = createSocketPlaces(limits)
  const enter = () => places.enter('192.0.2.1', () => undefined)
  const first = enter()
  expect([first, enter(), enter()].map((place) => place.promote('ada'))).toEqual([true, true, false])
  expect(enter().promote('grace')).toBe(true)
  expect(enter().promote('mary')).toBe(false)
  first.leave()
  first.leave()
  expect(enter().promote('mary')).toBe(true)
  expect(enter().promote('joan')).toBe(false)
})

test('a closed socket cannot be promoted', () => {
  const places = createSocketPlaces(limits)
  const place = places.enter('192.0.2.1', () => undefined)
  place.leave()
  expect(place.promote('ada')).toBe(false)
})
