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

test('pure files, adapters, tests and other packages pass', () => {
  const found = violations({
    [path]:
      "import type { Store } from './credit-store.ts'\nnew Date(clock.wallMs()) // not Date.now()\ndeps.fetch(url)",
    'domain/credits/src/postgres/credit-store.ts': "import { a } from './a.ts'\nDate.now()",
    'domain/credits/src/settle.test.ts': "import './postgres/credit-store.ts'\nDate.now()",
    'apps/gateway/src/main.ts': 'process.exit(1)',
    'foundation/telemetry/src/a.ts': 'Date.now()',
  })
  expect(found).toEqual([])
})

test.each([
  ['process.env', 'process', 'take the setting as a parameter'],
  ["globalThis.process['env']", 'globalThis.process', 'take the setting as a parameter'],
  ['Date.now()', 'Date.now(', 'take a Clock and call clock.wallMs()'],
  ['new Date()', 'new Date()', 'write new Date(clock.wallMs())'],
  ['new Date;', 'new Date', 'write new Date(clock.wallMs())'],
  ['performance.now()', 'performance.now(', 'take a Clock and call clock.monotonicMs()'],
  ['Math.random()', 'Math.random(', 'take `random: () => number` as a parameter'],
  ['fetch(url)', 'fetch(', 'take a port; its adapter does the call'],
  ['setTimeout(f, 1)', 'setTimeout(', 'take a Clock and call clock.after(…)'],
  ['setInterval(f, 1)', 'setInterval(', 'take a Clock and call clock.after(…)'],
])('a pure file that uses %s', (use, named, instead) => {
  expect(violations({ [path]: `const a = 1\n${use}` })).toEqual([
    `${path}:2 uses ${named} in a pure file: ${instead}`,
  ])
})

test.each(['postgres', 'redis', 'http', 'providers', 'stripe', 'smtp', 'process', 'pdfjs'])(
  'a pure file that imports from %s/',
  (folder) => {
    expect(violations({ [path]: `import type { A } from './${folder}/a.ts'` })).toEqual([
      `${path}:1 imports the adapter domain/credits/src/${folder}/a.ts: ` +
        'declare a port here and receive the adapter as a parameter',
    ])
  },
)

test('foundation/runtime is held to the same', () => {
  expect(violations({ 'foundation/runtime/src/retry.ts': 'Math.random()' })).toHaveLength(1)
})

test('a listed exception passes, and is to be removed when its file is', () => {
  const exceptions = { [path]: 'reason' }
  expect(violations({ [path]: 'Date.now()' }, exceptions)).toEqual([])
  expect(violations({}, exceptions)).toEqual([
    `${path} is a listed exception of pure-files but not a file: remove the entry`,
  ])
})
