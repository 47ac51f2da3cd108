import { writeCompanyNotice } from '@gatehouse/companies/company-notices'
import { sendMailTask } from '@gatehouse/mail/send-mail-task'
import type { Postgres } from '@gatehouse/postgres/create-postgres'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { createTaskQueue } from '@gatehouse/tasks/create-task-queue'
import { createLogger } from '@gatehouse/telemetry/create-logger'

/** Writes a notice to the admins of the company. */
export async function seedNotice(postgres: Postgres, companyId: string): Promise<void> {
  const ids = createIds(createSystemClock())
  const logger = createLogger({ service: 'test', level: 'fatal', sinks: [] })
  const queue = createTaskQueue({ postgres, logger, ids, kinds: [sendMailTask] })
  await postgres.transaction((tx) =>
    writeCompanyNotice({ queue, ids }, tx, {
      companyId,
      key: 'model_work_waits:2026-11',
      kind: 'model_work_waits',
      details: { allowanceCredits: '50.000000', renewsAt: '2026-12-01T00:00:00.000Z' },
    }),
  )
}
