import { expect, test } from 'vitest'
import { type Shards, mapShards, oneShard } from './shards.ts'

test('one database is the directory and the shard of every company', () => {
  const shards = oneShard('the database')
  expect([shards.directory, shards.of('one'), shards.of('other')]).toEqual(Array(3).fill('the database'))
  expect(shards.all()).toEqual(['the database'])
})

test('a mapped shard is opened once, and companies keep their shards', () => {
  const twoShards: Shards<string> = {
    of: (companyId) => (companyId < 'm' ? 'first' : 'second'),
    directory: 'directory',
    all: () => ['first', 'second'],
  }
  const opened: string[] = []
  const mapped = mapShards(twoShards, (name) => {
    opened.push(name)
    return { name }
  })
  expect(mapped.of('a')).toBe(mapped.all()[0])
  expect(mapped.of('z')).toEqual({ name: 'second' })
  expect(mapped.directory).toBe(mapped.directory)
  expect(opened.toSorted()).toEqual(['directory', 'first', 'second'])
})
