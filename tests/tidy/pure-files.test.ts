import { expect, test } from 'vitest'
import { holdsInThisRepository } from './holds-in-this-repository.ts'
import { type Repository } from './repository/repository.ts'
import { violationsIn } from './repository/rule.ts'
import { pureFiles } from './rules/pure-files.ts'

holdsInThisRepository(pureFiles)

function violations(texts: Record<string, string>, exceptions: Record<string, string> = {}): string[] {
  return violationsIn((repository: Repository) => pureFiles(repository, exceptions), texts)
}

const path = 'domain/credits/src/settle.ts'

test('pure files, adapters anywhere in the package, tests and other packages pass', () => {
  const found = violations({
    [path]:
      "import { read } from './read-account.ts'\nnew Date(clock.wallMs()) // not Date.now()\ndeps.fetch(url)",
    'domain/credits/src/read-account.ts': "import type { Kysely } from 'kysely'\nDate.now()",
    'domain/credits/src/send.ts': "import { Agent } from 'undici'\nsetTimeout(f, 1)",
    'domain/credits/src/settle.test.ts': 'Date.now()',
    'apps/gateway/src/main.ts': 'process.exit(1)',
    'foundation/telemetry/src/a.ts': 'Date.now()',
  })
  expect(found).toEqual([])
})

test.each([
  ['process.env', 'process', 'take the setting as a parameter'],
  ["globalThis.process['env']", 'globalThis.process', 'take the setting as a parameter'],
  ['Date.now()', 'Date.now', 'take a Clock and call clock.wallMs()'],
  ['new Date()', 'new Date()', 'write new Date(clock.wallMs())'],
  ['new Date;', 'new Date', 'write new Date(clock.wallMs())'],
  ['performance.now()', 'performance.now', 'take a Clock and call clock.monotonicMs()'],
  ['f({ random: Math.random })', 'Math.random', 'take `random: () => number` as a parameter'],
  ['fetch(url)', 'fetch(', 'take a port; its adapter does the call'],
  ['setTimeout(f, 1)', 'setTimeout(', 'take a Clock and call clock.after(…)'],
  ['setInterval(f, 1)', 'setInterval(', 'take a Clock and call clock.after(…)'],
])('a pure file that uses %s', (use, named, instead) => {
  expect(violations({ [path]: `const a = 1\n${use}` })).toEqual([
    `${path}:2 uses ${named} in a pure file: ${instead}`,
  ])
})

test('the name of a folder does not make a file an adapter', () => {
  expect(violations({ 'domain/credits/src/postgres/sum.ts': 'Date.now()' })).toHaveLength(1)
})

test.each(['kysely', 'pg', 'ioredis', 'undici', 'stripe', 'node:fs/promises', '@gatehouse/postgres/migrate'])(
  'a rule that imports %s, or a file that does',
  (module) => {
    const rule = 'domain/billing/src/rules/grants.ts'
    const adapter = 'domain/billing/src/read.ts'
    expect(violations({ [rule]: `import type { A } from '${module}'` })).toEqual([
      `${rule} is a rule but reaches I/O (${rule} → ${module}): take the result as a parameter`,
    ])
    expect(
      violations({ [rule]: "import { read } from '../read.ts'", [adapter]: `import '${module}'` }),
    ).toEqual([
      `${rule} is a rule but reaches I/O (${rule} → ${adapter} → ${module}): take the result as a parameter`,
    ])
  },
)

test('a rule may name a type of an adapter and the contract of a task', () => {
  const found = violations({
    'domain/billing/src/rules/grants.ts':
      "import type { Row } from '../read.ts'\nimport { defineTask } from '@gatehouse/tasks/define-task'",
    'domain/billing/src/read.ts': "import 'pg'",
  })
  expect(found).toEqual([])
})

test('foundation/runtime is checked in the same way', () => {
  expect(violations({ 'foundation/runtime/src/retry.ts': 'Math.random()' })).toHaveLength(1)
})

test('a listed exception passes, and is reported when its file is gone', () => {
  const exceptions = { [path]: 'reason' }
  expect(violations({ [path]: 'Date.now()' }, exceptions)).toEqual([])
  expect(violations({}, exceptions)).toEqual([
    `${path} is a listed exception of pure-files but not a file: remove the entry`,
  ])
})
