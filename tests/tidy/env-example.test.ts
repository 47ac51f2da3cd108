import { expect, test } from 'vitest'
import { holdsInThisRepository } from './holds-in-this-repository.ts'
import { violationsIn } from './repository/rule.ts'
import { envExample } from './rules/env-example.ts'

holdsInThisRepository(envExample)

const clean = {
  '.env.example':
    '# Where Postgres is.\nDATABASE_URL=postgres://localhost/gatehouse\n\n# Default 8080.\n# PORT=8080\n',
  'apps/gateway/src/config.ts':
    'const a = z.object({ DATABASE_URL: secretUrl(), // HOST: none\n  ...httpSettings })',
  'foundation/http/src/http-settings.ts': 'return {\n  PORT: port(1),\n}',
}

test('settings that are shown and read pass', () => {
  expect(violationsIn(envExample, clean)).toEqual([])
})

test('no .env.example at all', () => {
  const { '.env.example': _, ...texts } = clean
  expect(violationsIn(envExample, texts)).toEqual([
    '.env.example does not exist: write it with the 2 settings read',
  ])
})

test.each([
  ['apps/gateway/src/config.ts'],
  ['foundation/http/src/http-config.ts'],
  ['foundation/http/src/log-settings.ts'],
])('a setting that is read in %s and not shown', (path) => {
  const found = violationsIn(envExample, {
    ...clean,
    'apps/backend/src/config.ts': '{ DATABASE_URL: a }',
    [path]: '{\n  LOG_LEVEL: level,\n}',
  })
  expect(found).toEqual([`${path}:2 reads LOG_LEVEL: add it to .env.example`])
})

test('a setting that is shown and not read', () => {
  const text = `${clean['.env.example']}\n# Gone.\nOLD_URL=a\n`
  expect(violationsIn(envExample, { ...clean, '.env.example': text })).toEqual([
    '.env.example:8 shows OLD_URL, which no config file reads: remove it',
  ])
})

test('a setting without a comment line above it', () => {
  const text = '# Where Postgres is.\nDATABASE_URL=a\nPORT=8080\n'
  expect(violationsIn(envExample, { ...clean, '.env.example': text })).toEqual([
    '.env.example:3 shows PORT without a comment line above: say what it is for',
  ])
})

test('a setting that is shown twice', () => {
  const text = `${clean['.env.example']}\n# Again.\nPORT=1\n`
  expect(violationsIn(envExample, { ...clean, '.env.example': text })).toEqual([
    '.env.example:8 shows PORT twice: keep one',
  ])
})
