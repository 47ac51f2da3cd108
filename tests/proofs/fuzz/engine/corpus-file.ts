// The inputs of a surface that every run starts with, one per line: written by hand, kept because they were the first to
// reach a branch, or found to break the product.
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

type CorpusLine = { from: 'hand' | 'coverage' | 'finding'; message?: string } & (
  | { text: string }
  | { base64: string }
)

/** More would make every clone and every start slower, and hardly reach more. */
const foundBytesMax = 24_000

export function corpusFileOf(name: string): string {
  return fileURLToPath(new URL(`../corpus/${name}.jsonl`, import.meta.url))
}

export function readCorpus(file: string): Buffer[] {
  return readLines(file).map((line) =>
    'text' in line ? Buffer.from(line.text) : Buffer.from(line.base64, 'base64'),
  )
}

export function addFinding(file: string, input: Buffer, message: string): void {
  appendFileSync(file, `${JSON.stringify(toLine(input, { from: 'finding', message }))}\n`)
}

/** Replaces the inputs that coverage found; the other ones stay. */
export function replaceFound(file: string, inputs: readonly Buffer[]): void {
  const kept = readLines(file).filter(({ from }) => from !== 'coverage')
  const found: CorpusLine[] = []
  let bytes = 0
  for (const input of inputs) {
    bytes += input.length
    if (bytes <= foundBytesMax) found.push(toLine(input, { from: 'coverage' }))
  }
  writeFileSync(file, [...kept, ...found].map((line) => `${JSON.stringify(line)}\n`).join(''))
}

function readLines(file: string): CorpusLine[] {
  if (!existsSync(file)) return []
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean)
  return lines.map((line) => JSON.parse(line) as CorpusLine)
}

function toLine(input: Buffer, origin: Pick<CorpusLine, 'from' | 'message'>): CorpusLine {
  const text = input.toString()
  return Buffer.from(text).equals(input)
    ? { ...origin, text }
    : { ...origin, base64: input.toString('base64') }
}
