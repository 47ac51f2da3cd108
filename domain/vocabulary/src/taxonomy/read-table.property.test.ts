import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readTable } from './read-table.ts'

const cell = fc.string({ unit: fc.constantFrom('a', 'é', '"', ',', '\n', ' ', '7'), maxLength: 6 })
const table = fc
  .integer({ min: 2, max: 4 })
  .chain((columns) =>
    fc.array(fc.array(cell, { minLength: columns, maxLength: columns }), { minLength: 1, maxLength: 8 }),
  )

test('a CSV round-trips, however it is split into chunks', async () => {
  await fc.assert(
    fc.asyncProperty(
      table,
      fc.integer({ min: 1, max: 7 }),
      fc.boolean(),
      async (rows, pieceLength, isCrLf) => {
        const end = isCrLf ? '\r\n' : '\n'
        const header = rows[0]?.map((_, index) => `column ${index}`) ?? []
        const quote = (text: string) => `"${text.replaceAll('"', '""')}"`
        const file = [header, ...rows].map((row) => row.map(quote).join(',') + end).join('')
        const read = await Array.fromAsync(readTable(inPieces(file, pieceLength)))
        expect(read.map((row) => Array.from(row.values()))).toEqual(rows)
      },
    ),
  )
})

test('a quote in a TSV file is an ordinary character', async () => {
  const file = 'Code\tTitle\r\n11-1\t"Chief" of, staff\n11-2\tn/a'
  const read = await Array.fromAsync(readTable(inPieces(file, 3)))
  expect(read.map((row) => row.get('Title'))).toEqual(['"Chief" of, staff', 'n/a'])
})

test('an unclosed quote fails the import before it exhausts the memory', async () => {
  const endless = (async function* () {
    yield 'a,b\n"'
    for (let piece = 0; piece < 30; piece += 1) yield await Promise.resolve('x'.repeat(100_000))
  })()
  await expect(Array.fromAsync(readTable(endless))).rejects.toThrow('does not end')
})

async function* inPieces(text: string, length: number): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += length) yield await Promise.resolve(text.slice(at, at + length))
}
