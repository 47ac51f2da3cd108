import { expect, test } from 'vitest'
import { rememberReadings } from './remember-readings.ts'

test('a text that is read again in the same turn is not read twice', () => {
  const read: string[] = []
  const lengthOf = rememberReadings((text) => {
    read.push(text)
    return text.length
  })
  expect([lengthOf('one'), lengthOf('three'), lengthOf('one')]).toEqual([3, 5, 3])
  expect(read).toEqual(['one', 'three'])
})

test('only a limited number of readings is kept', () => {
  const read: string[] = []
  const readText = rememberReadings((text) => {
    read.push(text)
    return text
  }, 2)
  for (const text of ['one', 'two', 'three', 'one']) readText(text)
  expect(read).toEqual(['one', 'two', 'three', 'one'])
})

test('nothing is kept after the turn in which it was read', async () => {
  const read: string[] = []
  const readText = rememberReadings((text) => {
    read.push(text)
    return text
  })
  readText('one')
  await Promise.resolve()
  readText('one')
  expect(read).toEqual(['one', 'one'])
})
