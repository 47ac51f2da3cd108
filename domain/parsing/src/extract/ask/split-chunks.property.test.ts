import fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitLines } from '@gatehouse/reading/text-lines'
import { halve, splitChunks } from './split-chunks.ts'

const document = fc
  .array(fc.constantFrom('Experience', '2019 - 2021', 'a line of some length that says nothing', 'x'), {
    minLength: 1,
    maxLength: 120,
  })
  .map((lines) => splitLines(lines.join('\n')))

const boundariesOf = (lines: ReturnType<typeof splitLines>) => ({
  headings: lines
    .filter(({ text }) => text === 'Experience')
    .map(({ number }) => ({
      kind: 'experience' as const,
      text: '',
      span: { line: number, start: 0, end: 1 },
    })),
  dateRanges: lines
    .filter(({ text }) => text.startsWith('2019'))
    .map(({ number }) => ({
      start: { value: '2019', precision: 'year' as const, raw: '2019', isAmbiguous: false },
      end: null,
      isCurrent: true,
      raw: '',
      spans: [{ line: number, start: 0, end: 1 }],
    })),
})

test('every line is in some chunk, in order, and no chunk exceeds the limit', () => {
  fc.assert(
    fc.property(document, fc.integer({ min: 60, max: 800 }), (lines, charactersMax) => {
      const chunks = splitChunks(lines, boundariesOf(lines), charactersMax)
      const numbers = new Set(chunks.flat().map(({ number }) => number))
      expect(numbers.size).toBe(lines.length)
      for (const [index, chunk] of chunks.entries()) {
        const size = chunk.reduce((sum, { text }) => sum + text.length + 6, 0)
        expect(chunk.length === 1 || size <= charactersMax).toBe(true)
        const next = chunks[index + 1]?.[0]
        if (next) expect(next.number).toBeGreaterThan(chunk[0]?.number ?? 0)
      }
    }),
  )
})

test('halves are shorter than the whole and cover all of it', () => {
  fc.assert(
    fc.property(document, (lines) => {
      const halves = halve(lines, boundariesOf(lines))
      expect(halves === undefined).toBe(lines.length < 16)
      if (!halves) return
      expect(new Set(halves.flat()).size).toBe(lines.length)
      for (const half of halves) expect(half.length).toBeLessThan(lines.length)
    }),
  )
})
