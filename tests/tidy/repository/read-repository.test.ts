import { expect, test } from 'vitest'
import { readRepository } from './read-repository.ts'
import { findFile } from './repository.ts'

const repository = readRepository()

test('this file is in the picture, with its text and the folders above it', () => {
  const path = 'tests/tidy/repository/read-repository.test.ts'
  expect(findFile(repository, path)?.text).toContain('this file is in the picture')
  expect(repository.paths.has('tests/tidy/repository')).toBe(true)
})

test('what git ignores is not', () => {
  expect([...repository.paths].filter((path) => path.includes('node_modules'))).toEqual([])
})
