import { expect, test } from 'vitest'
import { entityTag, isUnchanged } from './serve-operation.ts'

const tag = entityTag('{"a":1}')

test('a tag changes with every byte, and only then', () => {
  expect(entityTag('{"a":1}')).toBe(tag)
  expect(entityTag('{"a": 1}')).not.toBe(tag)
})

test.each([tag, `W/${tag}`, `"x", ${tag}`, '*'])('%s matches the copy of the caller', (header) => {
  expect(isUnchanged(header, tag)).toBe(true)
})

test.each([undefined, '', '"x"', tag.slice(1, -1)])('%s is not what the caller would get', (header) => {
  expect(isUnchanged(header, tag)).toBe(false)
})
