import fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitLines } from '@gatehouse/reading/text-lines'
import { createVerifier } from './verify-value.ts'

const word = fc.stringMatching(/^[a-zäöüéA-Z0-9]{1,8}$/)
const documents = fc.array(fc.array(word, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 8 })

test('a value copied from a line is verified there, and its span quotes it', () => {
  fc.assert(
    fc.property(documents, fc.nat(), fc.nat(), (rows, lineSeed, wordSeed) => {
      const lines = splitLines(rows.map((row) => row.join(' ')).join('\n'))
      const index = lineSeed % rows.length
      const row = rows[index] ?? []
      const value = row.slice(wordSeed % row.length).join(' ')
      const { status, spans, quote } = createVerifier(lines)({
        value,
        fromLine: index + 1,
        toLine: index + 1,
      })
      expect(status).toBe('verified')
      expect(quote?.toLowerCase()).toBe(value.toLowerCase())
      expect(spans.map(({ line }) => line)).toEqual([index + 1])
    }),
  )
})

test('a value that is not in the document is never verified or repaired', () => {
  fc.assert(
    fc.property(documents, (rows) => {
      const lines = splitLines(rows.map((row) => row.join(' ')).join('\n'))
      const outcome = createVerifier(lines)({ value: 'zzz-nowhere-zzz', fromLine: 1, toLine: lines.length })
      expect(outcome.status).toBe('unverified')
    }),
  )
})
