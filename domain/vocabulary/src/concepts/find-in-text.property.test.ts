import { assert, array, constantFrom, oneof, property, string } from 'fast-check'
import { expect, test } from 'vitest'
import { builtInConcepts } from './built-in-concepts.ts'
import { builtInEntries } from './concept-lists.ts'

const concepts = builtInConcepts()
const names = builtInEntries().flatMap((entry) => entry.names)

test('every name, alone on its line, names its own concept and nothing else', () => {
  const wrong = names.filter(({ name, concept }) => {
    const found = concepts.find(name)
    return found.length !== 1 || found[0]?.concept.key !== concept.key
  })
  expect(wrong.map(({ name }) => name)).toEqual([])
})

test('names in a text are in order, do not overlap, and lie within words', () => {
  const part = oneof(
    constantFrom(...names.map(({ name }) => name)),
    constantFrom(' ', ', ', '\n', '/', ' und ', '• ', '(m/w/d)', '/in', 'ß', 'e\u0301', '🙂', 'Ｃ＋＋'),
    string({ unit: 'grapheme', maxLength: 8 }),
  )
  assert(
    property(array(part, { maxLength: 30 }), (parts) => {
      const text = parts.join(' ')
      const found = concepts.find(text)
      let last = 0
      for (const { start, end } of found) {
        expect(start).toBeGreaterThanOrEqual(last)
        expect(end).toBeGreaterThan(start)
        expect(end).toBeLessThanOrEqual(text.length)
        expect(text.slice(start - 1, start + 1)).not.toMatch(/^[\p{L}\p{N}]{2}$/u)
        expect(text.slice(end - 1, end + 1)).not.toMatch(/^[\p{L}\p{N}]{2}$/u)
        last = end
      }
      expect(concepts.find(text)).toEqual(found)
    }),
    { numRuns: 300 },
  )
})

test('a long CV is read within a fraction of a second', () => {
  const line = names
    .slice(0, 400)
    .map(({ name }) => `Experience with ${name}, and für die Entwicklung von Anwendungen.`)
  const cv = line.join('\n').slice(0, 10_000)
  const startedAt = performance.now()
  for (let round = 0; round < 10; round += 1) concepts.find(cv)
  // About 30 ms on an idle machine; the bound leaves room for a busy one.
  expect(performance.now() - startedAt).toBeLessThan(1_000)
})
