import { writeCompanyNotice } from '@gatehouse/companies/write-company-notice'
import { sendMailTask } from '@gatehouse/mail/send-mail-task'
import type { Postgres } from '@gatehouse/postgres/create-postgres'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { createTaskQueue } from '@gatehouse/tasks/create-task-queue'
import { createLogger } from '@gatehouse/telemetry/create-logger'

/** Something that the admins of the company are informed of. */
export async function seedNotice(postgres: Postgres, companyId: string): Promise<void> {
  const ids = createIds(createSystemClock())
  const logger = createLogger({ service: 'test', level: 'fatal', sinks: [] })
  const queue = createTaskQueue({ postgres, logger, ids, kinds: [sendMailTask] })
  await postgres.transaction((tx) =>
    writeCompanyNotice({ queue, ids }, tx, {
      companyId,
      key: 'second_subscription:sub_test',
      kind: 'second_subscription',
      details: { subscriptionId: 'sub_test', endsAt: null },
    }),
  )
}
