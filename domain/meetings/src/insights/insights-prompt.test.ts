import { expect, test } from 'vitest'
import { composeQuestion, readInsights, splitTranscript } from './insights-prompt.ts'

const spokenAt = new Date('2026-11-15T10:00:00Z')
const line = (text: string, speaker = 'Ana') => ({ id: 1n, spokenAt, speaker, text })

test('each spoken line is numbered and stays one line', () => {
  const [slice] = splitTranscript([line('Good\nmorning'), line('Yes', '')])
  expect(slice && composeQuestion(slice)).toBe('1 Ana: Good morning\n2 somebody: Yes')
})

test('a long meeting is split into several prompts; each line is in one of them, under its own number', () => {
  const slices = splitTranscript(Array.from({ length: 100 }, () => line('x'.repeat(1_000))))
  expect(slices.map(({ from, lines }) => [from, lines.length])).toEqual([
    [1, 39],
    [40, 39],
    [79, 22],
  ])
  expect(splitTranscript([])).toEqual([])
})

test('insights are parsed, and a malformed one is dropped without the others', () => {
  const insight = { kind: 'action', text: 'Call Ion.', evidence: [{ line: 1, quote: 'call Ion' }] }
  expect(
    readInsights(JSON.stringify({ insights: [insight, { kind: 'mood', text: 'good', evidence: [] }] })),
  ).toEqual([insight])
})

test('characters that Postgres cannot store are removed from an insight', () => {
  const said = { kind: 'action', text: 'Call\0 Ion.', evidence: [{ line: 1, quote: 'call\0 Ion' }] }
  expect(readInsights(JSON.stringify({ insights: [said] }))).toEqual([
    { kind: 'action', text: 'Call Ion.', evidence: [{ line: 1, quote: 'call Ion' }] },
  ])
})

test.each(['', 'No.', '{"insights":7}', '[]'])('%j is not an answer', (text) => {
  expect(readInsights(text)).toBeUndefined()
})
