import type { AliasEntry } from '@gatehouse/models/alias'
import { expect, test } from 'vitest'
import type { ParseResultKey } from './open-parsing.ts'
import { prepareDocument } from './prepare-document.ts'

const entry = { alias: 'svc/extract-default', routes: [] } as unknown as AliasEntry

test.each([
  ['a company', undefined, 'platform'],
  ['the platform on behalf of a company', 'acme', 'acme'],
])('a result parsed by %s is looked up and kept for that company', async (_, concernedCompanyId, kept) => {
  const lookedUp: ParseResultKey[] = []
  const parsing = {
    results: {
      find: (key: ParseResultKey) => Promise.resolve(void lookedUp.push(key)),
      store: () => Promise.resolve(),
    },
    reader: { read: () => Promise.resolve({ kind: 'read', text: {} }) },
  }
  const deps = { parsing } as unknown as Parameters<typeof prepareDocument>[0]
  const { resultKey } = await prepareDocument(deps, {
    parseKind: 'cv',
    bytes: Buffer.from('Ana Pop'),
    hash: Buffer.from('a hash'),
    key: { companyId: 'platform' },
    entry,
    concernedCompanyId,
  })
  expect([resultKey, ...lookedUp].map(({ companyId }) => companyId)).toEqual([kept, kept])
})
