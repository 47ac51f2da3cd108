import { sendMailTask } from '@gatehouse/mail/send-mail-task'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { createTaskQueue } from '@gatehouse/tasks/create-task-queue'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import { addUser } from '@gatehouse/testkit/seed-backend'
import { addCompany } from '@gatehouse/testkit/seed-gateway'
import { type OpenTestDatabase, openTestDatabase } from '@gatehouse/testkit/vitest/open-test-database'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type NewCompanyNotice, listCompanyNotices, writeCompanyNotice } from './company-notices.ts'

const ids = createIds(createSystemClock())
const logger = createLogger({ service: 'test', level: 'fatal', sinks: [] })
let open: OpenTestDatabase
let deps: Parameters<typeof writeCompanyNotice>[0]
let companyId: string

beforeAll(async () => {
  open = await openTestDatabase()
  const queue = createTaskQueue({ postgres: open.postgres, logger, ids, kinds: [sendMailTask] })
  await queue.prepare()
  deps = { queue, ids }
})
afterAll(() => open[Symbol.asyncDispose]())
beforeEach(async () => {
  companyId = await addCompany(open.database, 0n)
})

const noticeOf = (key: string): NewCompanyNotice => ({
  companyId,
  key,
  kind: 'abandoned_streams',
  details: { keyId: 'k1', keyName: 'ci', abandonedMax: 20, refusedUntil: '2026-11-16T10:30:00.000Z' },
})
const write = (key: string) => open.postgres.transaction((tx) => writeCompanyNotice(deps, tx, noticeOf(key)))
const mails = () =>
  open.database
    .selectFrom('mails')
    .select(['recipient', 'subject', 'text_body'])
    .where('company_id', '=', companyId)
    .orderBy('recipient')
    .execute()

test('each admin is mailed once per key, however many processes report it concurrently; other members are not mailed', async () => {
  const admins = [await addUser(open.database, { companyId }), await addUser(open.database, { companyId })]
  await addUser(open.database, { companyId, role: 'MEMBER' })
  const written = await Promise.all(Array.from({ length: 6 }, () => write('one')))
  expect(written.filter(Boolean)).toHaveLength(1)
  const sent = await mails()
  expect(sent.map(({ recipient }) => recipient)).toEqual(admins.map(({ email }) => email).toSorted())
  expect(sent[0]?.subject).toMatch(/^Streams of a key are rejected \(/)
  expect(sent[0]?.text_body).toContain('rejected until 2026-11-16 10:30 UTC')
  expect(await write('two')).toBe(true)
  expect(await mails()).toHaveLength(4)
})

test('a rolled-back transaction leaves neither a notice nor a mail', async () => {
  await addUser(open.database, { companyId })
  const undone = open.postgres.transaction(async (tx) => {
    await writeCompanyNotice(deps, tx, noticeOf('undone'))
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  expect(await mails()).toEqual([])
  expect(await write('undone')).toBe(true)
})

test('a Kysely transaction works too, and notices are listed newest first with their text', async () => {
  await write('first')
  await open.database.transaction().execute((tx) =>
    writeCompanyNotice(deps, tx, {
      companyId,
      key: 'second',
      kind: 'model_work_waits',
      details: { allowanceCredits: '50.000000', renewsAt: '2026-12-01T00:00:00.000Z' },
    }),
  )
  const listed = await listCompanyNotices(open.database, { companyId, limit: 10 })
  expect(listed.map(({ key }) => key)).toEqual(['second', 'first'])
  expect(listed[0]).toMatchObject({
    kind: 'model_work_waits',
    subject: 'Model work is paused',
  })
  expect(listed[0]?.text).toContain('2026-12-01 00:00 UTC')
  const later = await listCompanyNotices(open.database, { companyId, limit: 10, beforeId: listed[0]?.id })
  expect(later.map(({ key }) => key)).toEqual(['first'])
})
