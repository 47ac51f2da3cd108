import { expect, test } from 'vitest'
import { writeAuditCsv } from './write-audit-csv.ts'

test('cells with quotes are quoted, and formulas are defused', () => {
  const entry = {
    id: 'e1',
    action: 'user.create',
    actorEmail: '=cmd()',
    actorId: 'u1',
    actorKind: 'user',
    clientAddress: null,
    createdAt: '2026-11-17T09:00:00.000Z',
    details: { a: 'b' },
    requestId: null,
    subjectId: 's1',
    subjectKind: 'user',
  }
  expect(writeAuditCsv([entry])).toBe(
    'id,createdAt,action,subjectKind,subjectId,actorKind,actorId,actorEmail,clientAddress,requestId,details\r\n' +
      `e1,2026-11-17T09:00:00.000Z,user.create,user,s1,user,u1,'=cmd(),,,"{""a"":""b""}"\r\n`,
  )
})
