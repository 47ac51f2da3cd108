import { expect, test } from 'vitest'
import type { Posting, Requirement } from './posting.ts'
import { undoCorrection } from './undo-correction.ts'

const requirement = (id: string, line: number | null): Requirement => ({
  id,
  category: 'skill',
  importance: 'must',
  text: 'Java',
  line,
  minYears: 3,
  educationLevel: null,
  educationField: null,
  language: null,
  languageLevel: null,
  isCorrected: line === null,
})

const posting = {
  requirements: [requirement('q1', 4), requirement('p1', null)],
  workplace: { value: 'hybrid', line: 2 },
  employmentTypes: [],
  locations: [{ text: 'Munich', country: 'DE', line: null }],
} as unknown as Posting

test('a requirement that was read is kept again, and one that a person had added is added again', () => {
  const [read, added] = [requirement('q1', 4), requirement('p1', null)]
  expect(undoCorrection({ kind: 'drop', requirement: read }, posting)).toEqual({
    requirements: [{ id: 'q1', isDropped: false }],
  })
  expect(undoCorrection({ kind: 'drop', requirement: added }, posting)).toMatchObject({
    added: [{ text: 'Java', importance: 'must', minYears: 3 }],
  })
  expect(undoCorrection({ kind: 'add', text: 'Go', importance: 'must' }, posting)).toEqual({
    requirements: [{ id: 'p2', isDropped: true }],
  })
})

test('a value that was read is reset, one that was entered is entered again, and none stays none', () => {
  expect(undoCorrection({ kind: 'workplace', value: 'remote' }, posting)).toEqual({ reset: ['workplace'] })
  expect(undoCorrection({ kind: 'place', text: 'Bonn' }, posting)).toEqual({
    locations: [{ text: 'Munich', country: 'DE' }],
  })
  expect(undoCorrection({ kind: 'employment', value: 'intern' }, posting)).toEqual({
    unset: ['employmentTypes'],
  })
})
