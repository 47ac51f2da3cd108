import { storeReport } from '@gatehouse/credits/reconciliation-reports'
import type { User } from '@gatehouse/identity/users'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { addUser } from '@gatehouse/testkit/seed-backend'
import { addCompany } from '@gatehouse/testkit/seed-gateway'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codesOf } from '../../../testing/read-graphql.ts'
import { seedFailedTasks } from '../../../testing/seed-failed-tasks.ts'
import { type TestBackend, startTestBackend } from '../../../testing/start-test-backend.ts'

let backend: TestBackend
let superAdmin: User

beforeAll(async () => {
  backend = await startTestBackend()
  superAdmin = await addUser(backend.database, { isSuperAdmin: true })
})
afterAll(() => backend[Symbol.asyncDispose]())

const ids = createIds(createSystemClock())
const ask = (query: string, variables: Record<string, unknown> = {}) =>
  backend.ask(query, { user: superAdmin, variables })

type Page = { nodes: Record<string, unknown>[]; endCursor: string; hasNextPage: boolean }

async function list(words: string): Promise<Page> {
  const { data } =
    await ask(`{ tasks(${words}) { nodes { id kind companyId attempts replays code message input }
    endCursor hasNextPage } }`)
  return data?.['tasks'] as Page
}

test('failed tasks are listed page by page with their reasons, read one by one, and replayed', async () => {
  const companyId = await addCompany(backend.database, 0n)
  const taskIds = await seedFailedTasks(backend.postgres, { companyId, count: 3 })
  await seedFailedTasks(backend.postgres, { companyId: await addCompany(backend.database, 0n), count: 1 })
  const first = await list(`companyId: "${companyId}", first: 2`)
  expect(first).toMatchObject({
    nodes: taskIds.slice(0, 2).map((id) => ({
      id,
      kind: 'seeded-to-fail',
      companyId,
      attempts: 1,
      replays: 0,
      code: 'test.cannot_work',
      message: 'It cannot work.',
    })),
    hasNextPage: true,
  })
  const second = await list(`companyId: "${companyId}", first: 2, after: "${first.endCursor}"`)
  expect(second).toMatchObject({ nodes: [{ id: taskIds[2] }], hasNextPage: false })
  expect((await list('kind: "nothing-like-it"')).nodes).toEqual([])
  const read = (id: string | undefined) => ask(`{ task(taskId: "${id}") { id failedAt enqueuedAt } }`)
  expect((await read(taskIds[0])).data).toMatchObject({ task: { id: taskIds[0] } })
  expect(codesOf(await read(ids.uuid()))).toEqual(['NOT_FOUND'])
  const replayed = await ask(`mutation { replayTasks(taskIds: ["${taskIds[1]}"]) }`)
  expect(replayed.data).toEqual({ replayTasks: [taskIds[1]] })
  expect((await list(`companyId: "${companyId}"`)).nodes.map(({ id }) => id)).toEqual([
    taskIds[0],
    taskIds[2],
  ])
  expect(codesOf(await ask('mutation { replayTasks }'))).toEqual(['BAD_USER_INPUT'])
  const log = await ask(
    `{ auditLog(companyId: "${companyId}", action: "task.replay") { nodes { subjectId actorEmail } } }`,
  )
  expect(log.data).toEqual({
    auditLog: { nodes: [{ subjectId: taskIds[1], actorEmail: superAdmin.email }] },
  })
})

test('the reports of reconciliations are listed page by page, and a new one is queued', async () => {
  const ownerId = await addCompany(backend.database, 0n)
  const clean = { kind: 'checked', accounts: 1, drifts: [] } as const
  const unchecked = { kind: 'not_checked', reason: 'no provider' } as const
  const drift = { ownerId, what: 'balance', expectedMicros: 1_000_000n, actualMicros: 2_000_000n }
  const outcomes = {
    I1: clean,
    I2: clean,
    I3: clean,
    I4: clean,
    I5: clean,
    I6: clean,
    I7: unchecked,
    I8: unchecked,
    I9: unchecked,
  }
  const drifting = { ...outcomes, I1: { ...clean, drifts: [drift] } }
  await storeReport(ids, backend.postgres, { outcomes, freezes: new Map(), tookMs: 3 })
  await storeReport(ids, backend.postgres, {
    outcomes: drifting,
    freezes: new Map([[ownerId, 'frozen']]),
    tookMs: 4,
  })
  const read = async (words: string) =>
    (
      await ask(`{ reconciliations(${words}) { hasNextPage endCursor nodes { hasDrift tookMs
        checked { invariant accounts } drifts { invariant ownerId text } freezes { ownerId outcome } } } }`)
    ).data?.['reconciliations'] as Page
  const first = await read('first: 1')
  expect(first).toMatchObject({
    nodes: [
      {
        hasDrift: true,
        tookMs: 4,
        drifts: [{ invariant: 'I1', ownerId, text: 'balance: 2.000000 instead of 1.000000' }],
        freezes: [{ ownerId, outcome: 'frozen' }],
      },
    ],
    hasNextPage: true,
  })
  expect(first.nodes[0]?.['checked']).toHaveLength(6)
  const second = await read(`first: 1, after: "${first.endCursor}"`)
  expect(second).toMatchObject({ nodes: [{ hasDrift: false, drifts: [] }], hasNextPage: false })
  const { data } = await ask('mutation { startReconciliation }')
  const { rows } = await backend.postgres.query({
    text: `select name from tasks.job_common where id = $1`,
    values: [data?.['startReconciliation']],
  })
  expect(rows).toEqual([{ name: 'reconcile-ledger' }])
  const log = await ask('{ platformAuditLog(action: "reconciliation.start") { nodes { subjectId } } }')
  expect(log.data).toEqual({ platformAuditLog: { nodes: [{ subjectId: data?.['startReconciliation'] }] } })
})
