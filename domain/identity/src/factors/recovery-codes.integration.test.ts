import { type OpenIdentity, openIdentity } from '@gatehouse/testkit/open-identity'
import { addUser } from '@gatehouse/testkit/seed-backend'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countRecoveryCodes, issueRecoveryCodes, useRecoveryCode } from './recovery-codes.ts'

let open: OpenIdentity
beforeAll(async () => {
  open = await openIdentity()
})
afterAll(() => open[Symbol.asyncDispose]())

const by = { actor: { kind: 'operator', id: 'test' } } as const

test('a recovery code works once, however it is typed, for its user only, and its use is audited', async () => {
  const { database, deps } = open
  const [user, other] = [await addUser(database), await addUser(database)]
  const transact = database.transaction()
  const [code = ''] = await transact.execute((tx) => issueRecoveryCodes({ ...deps, tx }, user.id, by))
  const use = (userId: string, typed: string) =>
    transact.execute((tx) => useRecoveryCode({ ...deps, tx }, { userId, code: typed }, by))
  expect(await use(other.id, code)).toBe(false)
  expect(await use(user.id, ` ${code.toUpperCase().replaceAll('-', ' ')}`)).toBe(true)
  expect(await use(user.id, code)).toBe(false)
  expect(await countRecoveryCodes(database, user.id)).toBe(9)
  const entries = await database
    .selectFrom('audit_log')
    .select(['action', 'subject_kind', 'company_id', 'details'])
    .where('subject_id', '=', user.id)
    .where('action', 'like', 'user.%recovery%')
    .orderBy('id')
    .execute()
  const entry = { subject_kind: 'user', company_id: null }
  expect(entries).toEqual([
    { ...entry, action: 'user.issue_recovery_codes', details: { codes: 10 } },
    { ...entry, action: 'user.use_recovery_code', details: { left: 9 } },
  ])
})
