import { expect, test } from 'vitest'
import { readRepository } from './read-repository.ts'
import { findFile } from './repository.ts'

const repository = readRepository()

test('the snapshot contains this file, with its text and the folders above it', () => {
  const path = 'tests/tidy/repository/read-repository.test.ts'
  expect(findFile(repository, path)?.text).toContain('the snapshot contains this file')
  expect(repository.paths.has('tests/tidy/repository')).toBe(true)
})

test('files that git ignores are not in the snapshot', () => {
  expect([...repository.paths].filter((path) => path.includes('node_modules'))).toEqual([])
})
