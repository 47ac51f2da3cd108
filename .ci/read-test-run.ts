import { stripVTControlCharacters } from 'node:util'

export type TestRun = {
  passed: number
  failed: number
  failures: readonly string[]
  failedFiles: readonly string[]
}

type Report = {
  numPassedTests: number
  numFailedTests: number
  testResults: readonly {
    name: string
    status: string
    message?: string
    assertionResults: readonly { status: string; fullName: string; failureMessages?: readonly string[] }[]
  }[]
}

const failuresShown = 20

/** Reads the report of Vitest's JSON reporter: the counts, and for each failed test its file and message. */
export function readTestRun(text: string): TestRun {
  const { numPassedTests: passed, numFailedTests: failed, testResults } = JSON.parse(text) as Report
  const failures = testResults.flatMap(({ name, status, message = '', assertionResults }) => {
    const file = name.replace(`${process.cwd()}/`, '')
    const tests = assertionResults
      .filter((test) => test.status === 'failed')
      .map(({ fullName, failureMessages = [] }) => `${file}: ${fullName}: ${firstLine(failureMessages[0])}`)
    // A file that failed to load, or whose set-up failed, has no failed test.
    return status === 'failed' && tests.length === 0 ? [`${file}: ${firstLine(message)}`] : tests
  })
  const failedFiles = testResults.filter(({ status }) => status === 'failed').map(({ name }) => name)
  return { passed, failed, failures: failures.slice(0, failuresShown), failedFiles }
}

const unhandledLinesShown = 12

/**
 * Vitest's JSON report leaves out errors that no test caught, such as a rejection after its test has ended. This finds
 * them in the printed output, with the test files that they came from.
 */
export function readUnhandledErrors(lines: readonly string[]): { reasons: string[]; files: string[] } {
  const plain = lines.map((line) => stripVTControlCharacters(line))
  const from = plain.findIndex((line) => line.includes(' Unhandled Errors '))
  if (from === -1) return { reasons: [], files: [] }
  const printed = plain.slice(from).filter((line) => line.trim() !== '')
  const files = printed.flatMap(
    (line) => /This error originated in "([^"]+)" test file/.exec(line)?.[1] ?? [],
  )
  return { reasons: printed.slice(0, unhandledLinesShown), files: [...new Set(files)] }
}

function firstLine(text = ''): string {
  return text.split('\n', 1)[0] ?? ''
}
