import { createLogger } from '@gatehouse/telemetry/create-logger'
import { openTestDatabase } from '@gatehouse/testkit/vitest/open-test-database'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { createDeadLetters } from '../dead-letters.ts'
import { defineTask } from '../define-task.ts'
import { readTask } from '../list-tasks.ts'
import { testIds } from '../testing/start-test-tasks.ts'
import { createEngine, noGroup } from './create-engine.ts'
import { engineErrorMessage } from './engine-error.ts'

test('housekeeping deletes finished tasks after keptDays and fails expired ones, and logs no error', async () => {
  await using scope = new AsyncDisposableStack()
  const { postgres } = scope.use(await openTestDatabase())
  const lines: string[] = []
  const logger = createLogger({
    service: 'test',
    level: 'warn',
    sinks: [{ write: (line) => void lines.push(line) }],
  })
  const engine = createEngine({ postgres, logger, housekeepingSeconds: 1 })
  const kind = defineTask({
    name: 'report',
    input: z.object({}),
    attemptsMax: 1,
    keptDays: 3,
    timeLimitMs: 5_000,
  })
  const patient = defineTask({ ...kind, name: 'patient-report', attemptsMax: 2 })
  await engine.prepare([kind, patient])

  const begin = async (name: string) => {
    const id = testIds.uuid()
    await engine.insert(postgres, name, [
      { id, data: { input: {} }, groupId: undefined, turn: 0, notBefore: undefined },
    ])
    const [claimed] = await engine.claim(name, 1)
    expect(claimed?.id).toBe(id)
    return { kind: name, id, attempt: claimed?.attempt ?? 0 }
  }
  const [old, recent] = [await begin(kind.name), await begin(kind.name)]
  for (const claimed of [old, recent]) await engine.complete(postgres, claimed, 'done')
  const [expired, retried, running] = [
    await begin(kind.name),
    await begin(patient.name),
    await begin(kind.name),
  ]
  const move = (column: string, id: string, interval: string) =>
    postgres.query(`update tasks.job_common set ${column} = now() - $2::interval where id = $1`, [
      id,
      interval,
    ])
  await move('completed_on', old.id, '73 hours')
  await move('completed_on', recent.id, '71 hours')
  for (const { id } of [expired, retried]) await move('started_on', id, '70 seconds')
  await move('started_on', running.id, '50 seconds')

  const states = async () => {
    const { rows } = await postgres.query<{ id: string; state: string }>(
      `select id, state::text from tasks.job where name = any($1)`,
      [[kind.name, patient.name]],
    )
    return Object.fromEntries(rows.map(({ id, state }) => [id, state]))
  }
  const housekeeping = await engine.startHousekeeping([kind, patient])
  scope.defer(() => housekeeping.stop())
  // The engine sets reindex_on in the last step of a housekeeping pass.
  const isOver = async () =>
    (await postgres.query('select from tasks.version where reindex_on is not null')).rows.length > 0
  const isBroken = () => lines.some((line) => line.includes(engineErrorMessage))
  await waitUntil(async () => isBroken() || (await isOver()), { withinMs: 30_000, what: 'a whole pass' })
  expect(lines).toEqual([])
  expect(await states()).toEqual({
    [recent.id]: 'completed',
    [expired.id]: 'failed',
    [retried.id]: 'retry',
    [running.id]: 'active',
  })
  const [letter] = await createDeadLetters({ postgres, logger }).list()
  expect(letter).toMatchObject({ id: expired.id, reason: { code: 'tasks.expired' } })
  const task = await readTask(postgres, { groupId: noGroup, kinds: [kind.name], taskId: expired.id })
  expect(task).toMatchObject({ state: 'FAILED', reason: { code: 'tasks.expired' } })
})
