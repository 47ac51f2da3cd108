// Runs the statements of step 6 of docs/operate/backup.md as an operator would after a restore.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { recordAuditEntry } from '@gatehouse/audit/record-audit-entry'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { type OpenTestDatabase, openTestDatabase } from '@gatehouse/testkit/vitest/open-test-database'
import { afterAll, beforeAll, expect, test } from 'vitest'

const page = readFileSync(
  fileURLToPath(new URL('../../../../../docs/operate/backup.md', import.meta.url)),
  'utf8',
)
const [endSessions = '', findChanges = '', ...others] = [...page.matchAll(/```sql\n([^`]*)```/g)].map(
  ([, statement]) => statement,
)
const ids = createIds(createSystemClock())
let open: OpenTestDatabase

beforeAll(async () => {
  open = await openTestDatabase()
})
afterAll(() => open[Symbol.asyncDispose]())

test('every open session ends after a restore', async () => {
  expect(others).toEqual([])
  const userId = ids.uuid()
  await open.postgres.query(`insert into users (id, email) values ($1, 'ada@example.com')`, [userId])
  await open.postgres.query(
    `insert into login_sessions (id, user_id, expires_at) values ($1, $2, now() + interval '1 day')`,
    [ids.uuid(), userId],
  )
  await open.postgres.query(endSessions)
  const { rows } = await open.postgres.query(
    'select ended_at is null as "isOpen", end_reason as reason from login_sessions',
  )
  expect(rows).toEqual([{ isOpen: false, reason: 'ENDED' }])
})

test.each([
  'endpoint.delete',
  'invitation.revoke',
  'key.update',
  'membership.remove',
  'sso.enforce',
  'sso.remove',
  'sso.set',
  'sso_domain.release',
  'user.change_email',
  'user.delete_passkey',
  'user.remove_factors',
  'user.revoke_super_admin',
  'user.set_password',
] as const)('%s after the moment is found in the old database, to be repeated', async (action) => {
  const subject = { kind: 'user', id: ids.uuid() }
  const actor = { kind: 'operator', id: 'ada' } as const
  await open.database
    .transaction()
    .execute((tx) => recordAuditEntry(ids, tx, { actor, companyId: null, action, subject }))
  const find = (moment: string) =>
    open.postgres.query<{ subject_id: string }>(findChanges.replace('MOMENT', moment))
  expect((await find('2020-01-01')).rows.map((row) => row.subject_id)).toContain(subject.id)
  expect((await find('2999-01-01')).rows).toEqual([])
})
