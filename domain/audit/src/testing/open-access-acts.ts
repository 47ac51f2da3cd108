import type { Postgres } from '@gatehouse/postgres/create-postgres'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { createTaskQueue } from '@gatehouse/tasks/create-task-queue'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import { type AccessActQueue, copyAccessActTask } from '../access-acts/copy-access-act.ts'

const ids = createIds(createSystemClock())
const logger = createLogger({ service: 'test', level: 'fatal', sinks: [] })

/** The queue that revocations and suspensions need. */
export function openAccessActs(postgres: Postgres): AccessActQueue {
  return createTaskQueue({ postgres, logger, ids, kinds: [copyAccessActTask] })
}
