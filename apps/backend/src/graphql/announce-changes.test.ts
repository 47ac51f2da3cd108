import { expect, test } from 'vitest'
import { accessTable } from './access/access-table.ts'
import { announceChanges, changesOf } from './announce-changes.ts'
import { operations } from './operations.ts'
import { createSchema } from './schema/create-schema.ts'

const companyId = '0197a3f0-0000-7000-8000-00000000000a'
const keyId = '0197a3f0-0000-7000-8000-00000000000b'

const mutations = Object.values(createSchema(operations, accessTable).getMutationType()?.getFields() ?? {})

test('every mutation of a company states what it changes, with inputs that it has', () => {
  const ofCompanies = mutations.filter(({ args }) => args.some(({ name }) => name === 'companyId'))
  expect(Object.keys(changesOf).sort()).toEqual(ofCompanies.map(({ name }) => name).sort())
  for (const { name, args } of ofCompanies)
    for (const [, input] of changesOf[name] ?? [])
      if (input !== undefined) expect(args.map((argument) => argument.name)).toContain(input)
})

test('a mutation publishes its topics for its company, with the object that it names', () => {
  const published: unknown[] = []
  const publish = (...event: unknown[]) => void published.push(event)
  announceChanges(publish, 'revokeApiKey', { companyId: companyId.toUpperCase(), keyId })
  announceChanges(publish, 'createApiKey', { companyId })
  announceChanges(publish, 'login', {})
  announceChanges(publish, 'replayTasks', {})
  expect(published).toEqual([
    [companyId, 'KEYS', keyId],
    [companyId, 'KEYS', undefined],
  ])
})
