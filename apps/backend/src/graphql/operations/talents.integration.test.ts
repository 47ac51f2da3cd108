import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { noFacts } from '@gatehouse/talents/talent-facts'
import { saveTalents } from '@gatehouse/talents/save-talents'
import { addUser } from '@gatehouse/testkit/seed-backend'
import { addCompany } from '@gatehouse/testkit/seed-gateway'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedDocument } from '../../testing/seed-company.ts'
import { type TestBackend, startTestBackend } from '../../testing/start-test-backend.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await startTestBackend()
})
afterAll(() => backend[Symbol.asyncDispose]())

async function openCompany() {
  const companyId = await addCompany(backend.database, 0n)
  const user = await addUser(backend.database, { companyId })
  const ask = (query: string, variables: Record<string, unknown> = {}) =>
    backend.ask(query, { user, variables: { companyId, ...variables } })
  return { companyId, ask }
}

const list = `query ($companyId: ID!) { documents(companyId: $companyId) { nodes { id kind status fileName talentId refusal } } }`
const search = `query ($companyId: ID!, $words: String!) { searchDocuments(companyId: $companyId, words: $words) { id excerpt } }`
const remove = `mutation ($companyId: ID!, $documentId: ID!) { deleteDocument(companyId: $companyId, documentId: $documentId) }`
const erase = `mutation ($companyId: ID!, $talentId: ID!) { deleteTalent(companyId: $companyId, talentId: $talentId) }`

test('a company’s documents are listed and found by their words, and those of other companies are not', async () => {
  const [mine, theirs] = [await openCompany(), await openCompany()]
  const { postgres } = backend
  const document = await seedDocument(postgres, { ...mine, text: 'Welded the pipelines' })
  await seedDocument(postgres, { ...theirs, text: 'Welded nothing' })
  expect((await mine.ask(list)).data).toEqual({
    documents: {
      nodes: [
        {
          id: document.id,
          kind: 'CV',
          status: 'READ',
          fileName: 'cv.pdf',
          talentId: document.talentId,
          refusal: null,
        },
      ],
    },
  })
  expect((await mine.ask(search, { words: 'pipeline' })).data).toEqual({
    searchDocuments: [{ id: document.id, excerpt: 'Welded the «pipelines»' }],
  })
  const tooLong = await mine.ask(search, { words: 'x'.repeat(201) })
  expect(tooLong.errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT')
})

test('a deleted document disappears from list and search, its file is queued for deletion, and the audit log records it', async () => {
  const { companyId, ask } = await openCompany()
  const { id: documentId } = await seedDocument(backend.postgres, { companyId, text: 'Regretted words' })
  expect((await ask(remove, { documentId })).data).toEqual({ deleteDocument: true })
  expect((await ask(list)).data).toEqual({ documents: { nodes: [] } })
  expect((await ask(search, { words: 'regretted' })).data).toEqual({ searchDocuments: [] })
  expect((await ask(remove, { documentId })).errors?.[0]?.extensions.code).toBe('NOT_FOUND')
  const { rows } = await backend.postgres.query(
    `select from tasks.job_common where name = 'delete-document' and group_id = $1`,
    [companyId],
  )
  expect(rows).toHaveLength(1)
  const entry = await backend.database
    .selectFrom('audit_log')
    .select('action')
    .where('subject_id', '=', documentId)
    .execute()
  expect(entry).toEqual([{ action: 'document.delete' }])
})

test('a talent whose CV has not been read yet is erased with it', async () => {
  const { companyId, ask } = await openCompany()
  const { talentId } = await seedDocument(backend.postgres, { companyId, text: 'Not made a talent yet' })
  expect((await ask(erase, { talentId })).data).toEqual({ deleteTalent: true })
  expect((await ask(list)).data).toEqual({ documents: { nodes: [] } })
  expect((await ask(erase, { talentId })).errors?.[0]?.extensions.code).toBe('NOT_FOUND')
})

test('erasing a talent erases its documents', async () => {
  const { companyId, ask } = await openCompany()
  const talentId = createIds(createSystemClock()).uuid()
  await backend.postgres.transaction((tx) =>
    saveTalents(tx, [{ companyId, id: talentId, name: null, sourceText: '', facts: noFacts }]),
  )
  await seedDocument(backend.postgres, { companyId, talentId, text: 'A life in welding' })
  await seedDocument(backend.postgres, { companyId, text: 'Another life in welding' })
  expect((await ask(erase, { talentId })).data).toEqual({ deleteTalent: true })
  expect((await ask(search, { words: 'welding' })).data).toMatchObject({ searchDocuments: [{}] })
})
