import { expect, test } from 'vitest'
import { holdsInThisRepository } from './holds-in-this-repository.ts'
import { type Repository } from './repository/repository.ts'
import { violationsIn } from './repository/rule.ts'
import { redisPrefixOwners } from './rules/redis-prefix-owners.ts'

holdsInThisRepository(redisPrefixOwners)

const prefixesPath = 'tests/tidy/rules/owned-redis-prefixes.ts'
const clean = {
  'foundation/redis/src/a.ts': "const a = 'gatehouse:logs:live'\nconst b = `gatehouse:logs:${a}`",
}

function violations(texts: Record<string, string>): string[] {
  const owners = { 'gatehouse:logs': 'foundation/redis' }
  return violationsIn((repository: Repository) => redisPrefixOwners(repository, owners), texts)
}

test('the owner, tests, comments and prose pass', () => {
  const found = violations({
    ...clean,
    'apps/backend/src/a.test.ts': "'gatehouse:logs:live'",
    'apps/backend/src/a.ts': "// 'gatehouse:logs:live'\nprint('gatehouse: 2 settings are wrong')",
  })
  expect(found).toEqual([])
})

test('a key of another package', () => {
  expect(violations({ ...clean, 'apps/backend/src/a.ts': "\nf('gatehouse:logs:live')" })).toEqual([
    'apps/backend/src/a.ts:2 spells gatehouse:logs, which foundation/redis owns: ' +
      'use an export of foundation/redis instead',
  ])
})

test.each([
  ["'gatehouse:hold:1'"],
  ["'gatehouse:logstash'"],
  ["'gatehouse:' + name"],
  ['`gatehouse:${name}`'],
])('a key whose prefix is not listed: %s', (code) => {
  expect(violations({ ...clean, 'foundation/redis/src/b.ts': code })).toEqual([
    expect.stringMatching(
      /^foundation\/redis\/src\/b\.ts:1 spells the Redis key '.+': list its prefix in tests\/tidy\/rules\/owned-redis/,
    ),
  ])
})

test('a listed prefix that its owner no longer spells', () => {
  expect(violations({})).toEqual([
    `${prefixesPath} lists gatehouse:logs, which foundation/redis does not spell: remove or fix the line`,
  ])
})
