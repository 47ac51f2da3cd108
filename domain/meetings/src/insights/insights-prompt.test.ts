import { expect, test } from 'vitest'
import { composeQuestion, readInsights, splitTranscript } from './insights-prompt.ts'

const spokenAt = new Date('2026-11-15T10:00:00Z')
const line = (text: string, speaker = 'Ana') => ({ id: 1n, spokenAt, speaker, text })

test('each line has its number and is one line, whatever was said', () => {
  const [slice] = splitTranscript([line('Good\nmorning'), line('Yes', '')])
  expect(slice && composeQuestion(slice)).toBe('1 Ana: Good morning\n2 somebody: Yes')
})

test('a long meeting is several questions, of which each line is in one, under its own number', () => {
  const slices = splitTranscript(Array.from({ length: 100 }, () => line('x'.repeat(1_000))))
  expect(slices.map(({ from, lines }) => [from, lines.length])).toEqual([
    [1, 39],
    [40, 39],
    [79, 22],
  ])
  expect(splitTranscript([])).toEqual([])
})

test('insights are read, and one that is not in form costs only itself', () => {
  const insight = { kind: 'action', text: 'Call Ion.', evidence: [{ line: 1, quote: 'call Ion' }] }
  expect(
    readInsights(JSON.stringify({ insights: [insight, { kind: 'mood', text: 'good', evidence: [] }] })),
  ).toEqual([insight])
})

test('an insight is without what no database stores', () => {
  const said = { kind: 'action', text: 'Call\0 Ion.', evidence: [{ line: 1, quote: 'call\0 Ion' }] }
  expect(readInsights(JSON.stringify({ insights: [said] }))).toEqual([
    { kind: 'action', text: 'Call Ion.', evidence: [{ line: 1, quote: 'call Ion' }] },
  ])
})

test.each(['', 'No.', '{"insights":7}', '[]'])('%j is no answer', (text) => {
  expect(readInsights(text)).toBeUndefined()
})
