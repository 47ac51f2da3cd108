import { expect, test } from 'vitest'
import { composeCvs } from './compose-cvs.ts'
import { readCvs } from './read-cvs.ts'

test('the committed CVs are those that write-cvs.ts writes', async () => {
  const composed = composeCvs().toSorted((one, other) => (one.name < other.name ? -1 : 1))
  expect(composed).toHaveLength(120)
  expect(await readCvs()).toEqual(composed)
})

test('the truth about a CV is in the lines that it names', () => {
  for (const { text, truth } of composeCvs()) {
    const lines = text.split('\n')
    for (const { value, line } of truth.emails) expect(lines[line - 1]).toContain(value)
    for (const { text: range, line } of truth.dateRanges) expect(lines[line - 1]).toContain(range)
    for (const { text: heading, line } of truth.headings) expect(lines[line - 1]).toBe(heading)
    for (const { e164, line } of truth.phones) {
      expect(lines[line - 1]?.replaceAll(/\D/g, '')).toContain(e164.slice(1))
    }
  }
})
