// The suffix of a test file decides where it runs and what it may touch, so no other suffix is allowed. A test that is
// skipped, asserts nothing or sleeps passes without proving anything.
import { fileName, isTest } from '../repository/file-kinds.ts'
import { lineNumber } from '../repository/line-number.ts'
import type { Repository, RepositoryFile } from '../repository/repository.ts'
import type { RuleOutcome, Violation } from '../repository/rule.ts'
import { scanImports } from '../repository/scan-imports.ts'
import { scanSource } from '../repository/scan-source.ts'

const allowedName = /^[a-z0-9-]+(?:\.(?:property|integration))?\.test\.tsx?$/
const foreignSuffix = /[._](?:spec|tests)\.tsx?$|_test\.tsx?$/

const waiting = 'wait for a condition with waitUntil, or move the fake clock'
const forbidden: readonly { use: RegExp; instead: string }[] = [
  {
    use: /\b(?:test|it|describe|suite|bench)(?:\.\w+)*\.(?:skip|only|todo|skipIf|runIf|fails)\b|\.(?:skip|only)\(/g,
    instead: 'run it, or delete it',
  },
  { use: /\bx(?:it|test|describe)\(/g, instead: 'run it, or delete it' },
  { use: /\bnew\s+Promise\b[^;]{0,60}?\bsetTimeout\(/g, instead: waiting },
  // The runtime's `sleep(clock, …)` ends when the test advances its fake clock.
  { use: /(?<![.\w$])sleep\((?!\s*(?:[\w$]+\.)?(?:clock|fakeClock)\b)/g, instead: waiting },
]

export function testNames(repository: Repository): RuleOutcome {
  const tests = repository.files.filter(({ path }) => isTest(path))
  const foreign = repository.files
    .filter(({ path }) => foreignSuffix.test(path))
    .map(({ path }) => ({
      path,
      message: 'has an unsupported suffix and never runs: call it <name>.test.ts',
    }))
  return { inspected: tests.length, violations: [...foreign, ...tests.flatMap(checkTest)] }
}

function checkTest({ path, text }: RepositoryFile): Violation[] {
  const { code } = scanSource(text)
  const uses = forbidden.flatMap(({ use, instead }) =>
    [...code.matchAll(use)].map((match) => ({
      path,
      line: lineNumber(code, match.index),
      message: `has ${match[0].replace(/\s+/g, ' ')}: ${instead}`,
    })),
  )
  const timers = scanImports(text)
    .filter(({ specifier }) => /^(?:node:)?timers\/promises$/.test(specifier))
    .map(({ line }) => ({ path, line, message: `imports real timers: ${waiting}` }))
  return [...faultsOfName(path), ...faultsOfContent(path, code), ...uses, ...timers]
}

function faultsOfName(path: string): Violation[] {
  const name = fileName(path)
  if (!allowedName.test(name)) {
    return [{ path, message: 'has an unknown suffix: use .test, .property.test or .integration.test' }]
  }
  if (/^\d{3}\.test\.ts$/.test(name)) {
    return [{ path, message: "is named after a status: write test('200: …') in the route's route.test.ts" }]
  }
  return []
}

function faultsOfContent(path: string, code: string): Violation[] {
  const violations: Violation[] = []
  if (!/(?<![.\w$])(?:test|it)(?:\.\w+)*\s*[(<`]/.test(code)) {
    violations.push({ path, message: 'contains no test: write test(…), or delete the file' })
  }
  if (!/\bexpect\w*(?:\.\w+)*\s*[(<]|(?<![.\w$])assert\w*(?:\.\w+)*\s*\(/.test(code)) {
    violations.push({ path, message: 'asserts nothing: expect(…) what its name promises' })
  }
  return violations
}
