// Finds the tests that are named after an HTTP status: `test('401: …', …)`, and the rows of
// `test.each([{ status: 401, … }])('$status: …', …)`. A name is not enough: the test must also expect the status.
import { lineNumber } from './line-number.ts'
import { type ScannedSource, scanSource } from './scan-source.ts'

export type StatusTest = {
  status: string
  line: number
  /** Whether a matcher of the test contains the status. */
  isExpected: boolean
}

type Span = { start: number; end: number }

const testCall = /(?<![.\w$])(?:test|it)(?:\.\w+)*\s*\(/g
const row = /\bstatus\s*:\s*([1-5]\d\d)\b/g

export function scanStatusTests(text: string): StatusTest[] {
  const source = scanSource(text)
  return [...source.code.matchAll(testCall)].flatMap((match) =>
    readTest(source, match.index + match[0].length - 1),
  )
}

function readTest(source: ScannedSource, open: number): StatusTest[] {
  const { code, literals } = source
  const first = argumentsAt(code, open)
  // `test.each(rows)(name, body)` has a second pair of parentheses.
  const isTable = code[first.end] === '('
  const call = isTable ? argumentsAt(code, first.end) : first
  const name = literals.find(
    ({ offset }) => offset >= call.start && code.slice(call.start, offset).trim() === '(',
  )
  const line = lineNumber(code, open)
  const [, status] = /^([1-5]\d\d): /.exec(name?.text ?? '') ?? []
  if (status !== undefined) return [{ status, line, isExpected: expects(source, call, status) }]
  if (!isTable || !name?.text.startsWith('$status: ')) return []
  const isExpected = expects(source, call, 'status')
  return [...code.slice(first.start, first.end).matchAll(row)].map((found) => ({
    status: found[1] ?? '',
    line: lineNumber(code, first.start + found.index),
    isExpected,
  }))
}

/** Whether the word occurs in a matcher, or in the arguments of a helper such as `expectRefused`; comments do not count. */
function expects({ code, withoutComments }: ScannedSource, { start, end }: Span, word: string): boolean {
  const expectation = /(?<![.\w$])expect(\w*)(?:\.\w+)*\s*\(/g
  return [...code.slice(start, end).matchAll(expectation)].some((match) => {
    const open = start + match.index + match[0].length - 1
    const from = match[1] === '' ? argumentsAt(code, open).end : open
    return new RegExp(String.raw`\b${word}\b`).test(withoutComments.slice(from, chainEnd(code, open, end)))
  })
}

/** The end of a chain such as `expect(…).resolves.toEqual(…)`: of the last call chained to the one at `open`. */
function chainEnd(code: string, open: number, end: number): number {
  const link = /\s*(?:\.\s*\w+\s*)+(?:<[^()]*>)?\(/y
  let at = argumentsAt(code, open).end
  while (at < end) {
    link.lastIndex = at
    if (!link.test(code)) break
    at = argumentsAt(code, link.lastIndex - 1).end
  }
  return at
}

/** Span from the opening parenthesis to just after the matching closing one. */
function argumentsAt(code: string, open: number): Span {
  let depth = 0
  for (let at = open; at < code.length; at += 1) {
    if (code[at] === '(') depth += 1
    if (code[at] === ')') depth -= 1
    if (depth === 0) return { start: open, end: at + 1 }
  }
  return { start: open, end: code.length }
}
