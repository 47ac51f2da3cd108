import { expect, test } from 'vitest'
import { holdsInThisRepository } from './holds-in-this-repository.ts'
import { violationsIn } from './repository/rule.ts'
import { bannedText } from './rules/banned-text.ts'

holdsInThisRepository(bannedText)

test('clean files pass', () => {
  const found = violationsIn(bannedText, {
    'apps/cli/src/a.ts': "console.log('done')",
    'tests/proofs/a.proof.ts': 'console.log(figure)',
    '.ci/check.ts': 'console.error(figure)',
    'domain/schema/tools/a.ts': 'console.log(path)',
    'apps/gateway/src/a.ts':
      "// not the wallet of a tenant, nor console.log\nf('https://host/home/', `${a}/home/`, '.only(')",
    'docs/style.md': 'No TODO stays.',
    'tests/tidy/rules/a.ts': '// TODO /root/x',
  })
  expect(found).toEqual([])
})

test.each([
  ['// TODO: later', 'TODO', 'do it now or open an issue'],
  ['// FIXME', 'FIXME', 'do it now or open an issue'],
  ['/* XXX */', 'XXX', 'do it now or open an issue'],
  ["test.only('a', f)", '.only(', 'run every test, or delete it'],
  ["test.skip('a', f)", '.skip(', 'run every test, or delete it'],
  ['console.log(a)', 'console.log', 'use the logger'],
  [
    '// @ts-ignore',
    '@ts-ignore',
    'fix the code; where the checker is wrong, use @ts-expect-error with the reason',
  ],
  [
    '// @ts-nocheck',
    '@ts-nocheck',
    'fix the code; where the checker is wrong, use @ts-expect-error with the reason',
  ],
  [
    '/* eslint-disable */',
    'eslint-disable',
    'fix the code; where the checker is wrong, use @ts-expect-error with the reason',
  ],
  ['const tenantId = 1', 'tenantId', 'our word is company'],
  ['type UserWallet = 1', 'UserWallet', 'our words are credit and balance'],
])('source with %j', (line, found, instead) => {
  expect(violationsIn(bannedText, { 'apps/gateway/src/a.ts': `const a = 1\n${line}` })).toEqual([
    `apps/gateway/src/a.ts:2 has ${found}: ${instead}`,
  ])
})

test('a column with a banned word', () => {
  const sql = '-- not tenant\ncreate table a (tenant_id uuid);'
  expect(violationsIn(bannedText, { 'domain/schema/migrations/0001_a_b.sql': sql })).toEqual([
    'domain/schema/migrations/0001_a_b.sql:2 has tenant_id: our word is company',
  ])
})

test.each([[['', 'work', 'main'].join('/')], ['/home/me'], ['/root/.cache']])(
  'the path of one machine in any text file: %s',
  (path) => {
    const message = 'a path of one machine is useless elsewhere; write it relative to the repository'
    expect(violationsIn(bannedText, { 'docs/a.md': `# a\nSee ${path}.` })).toEqual([
      expect.stringMatching(new RegExp(`^docs/a\\.md:2 has ${path}\\.?: ${message}$`)),
    ])
    expect(violationsIn(bannedText, { '.env.example': `A=file://${path}` })).toHaveLength(1)
  },
)
