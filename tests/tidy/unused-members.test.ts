import { expect, test } from 'vitest'
import { holdsInThisRepository } from './holds-in-this-repository.ts'
import type { Repository } from './repository/repository.ts'
import { violationsIn } from './repository/rule.ts'
import { unusedMembers } from './rules/unused-members.ts'

holdsInThisRepository(unusedMembers)

function violations(texts: Record<string, string>, exceptions: Record<string, string> = {}): string[] {
  return violationsIn((repository: Repository) => unusedMembers(repository, exceptions), texts)
}

const path = 'domain/limits/src/limits.ts'
const declaration = [
  'export type Limits = {',
  '  limitMs: number',
  '  admit(call: Call): Promise<void>',
  '  onDone?: (id: string) => void',
  '}',
].join('\n')

test('members that are called, passed on or destructured are used', () => {
  const uses = ['limits.admit(call)', 'function f({ onDone }: Limits) { onDone?.(id) }']
  expect(violations({ [path]: declaration, 'apps/gateway/src/a.ts': uses.join('\n') })).toEqual([])
  const passed = ['const { admit } = limits', 'for (const { onDone } of all) onDone()']
  expect(violations({ [path]: declaration, 'apps/gateway/src/a.ts': passed.join('\n') })).toEqual([])
})

test('members that only their implementation and a test name are reported', () => {
  const implementation = 'return { limitMs, admit: async () => {}, onDone }'
  const found = violations({
    [path]: declaration,
    'domain/limits/src/create-limits.ts': implementation,
    'domain/limits/src/limits.test.ts': 'limits.admit(call)',
  })
  expect(found).toEqual([
    `${path}:3 declares admit, which no production code uses: remove it and its implementations`,
    `${path}:4 declares onDone, which no production code uses: remove it and its implementations`,
  ])
})

test('an exception needs a member that is unused', () => {
  const exceptions = { admit: 'reason', gone: 'reason' }
  expect(violations({ [path]: declaration, 'apps/gateway/src/a.ts': 'x.onDone()' }, exceptions)).toEqual([
    'tests/tidy/rules/unused-members.ts excuses gone, which is used or does not exist: remove the entry',
  ])
})
