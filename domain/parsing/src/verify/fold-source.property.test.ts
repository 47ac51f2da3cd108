import fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitLines } from '@gatehouse/reading/text-lines'
import { foldSource, foldValue, spansOf } from './fold-source.ts'

const character = fc.constantFrom('a', 'B', '7', ' ', '-', '`', '"', "'", 'é', 'ﬁ', '–', '“', '\u00a0', 'ß')
const document = fc
  .array(fc.string({ unit: character, minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 6 })
  .map((lines) => splitLines(lines.join('\n')))

test('every character of a folded source has a position within its line', () => {
  fc.assert(
    fc.property(document, (lines) => {
      const folded = foldSource(lines)
      expect(folded.origins).toHaveLength(folded.text.length)
      for (const { line, start, end } of spansOf(folded, 0, folded.text.length)) {
        expect(lines[line - 1]?.text.slice(start, end)).toHaveLength(end - start)
      }
    }),
  )
})

test('a single line folds like a value, with and without letters beyond ASCII', () => {
  fc.assert(
    fc.property(document, (lines) => {
      for (const line of lines) {
        expect(foldSource([line]).text.trim()).toBe(foldValue(line.text))
        // A letter beyond ASCII switches to the general code path, which must fold the rest in the same way.
        expect(foldValue(`${line.text} é`)).toBe(`${foldValue(line.text)} é`.trim())
      }
    }),
  )
})
