import { expect, test } from 'vitest'
import { documentLimits } from './limits/document-limits.ts'
import { readDocument } from './read-document.ts'

const read = (text: string) =>
  readDocument(Buffer.from(text), {
    limits: documentLimits,
    readPdf: () => Promise.reject(new Error('there is no PDF')),
  })

test('a text that is too long once its ligatures are expanded is refused', async () => {
  expect(await read('\ufdfa'.repeat(199_999))).toMatchObject({ kind: 'refused', reason: 'characters' })
  expect(await read('a'.repeat(200_000))).toMatchObject({ kind: 'read' })
})

test('invisible characters that Postgres cannot store are removed', async () => {
  const line = 'Ana Pop, engineer and climber'
  const outcome = await read(`${`${line}\n`.repeat(50)}Go\u0000lang\u0001 and\u000bRust\n\u0000\n`)
  const texts = outcome.kind === 'read' ? outcome.text.lines.map(({ text }) => text) : []
  expect(texts).toHaveLength(51)
  expect(texts.at(-1)).toBe('Golang and Rust')
})

test('splitting a long line does not split a character', async () => {
  const outcome = await read(`a${'\u{1f600}'.repeat(600)} and enough letters for a document`)
  const texts = outcome.kind === 'read' ? outcome.text.lines.map(({ text }) => text) : []
  expect(texts.length).toBeGreaterThan(2)
  expect(texts.filter((text) => !text.isWellFormed())).toEqual([])
})
