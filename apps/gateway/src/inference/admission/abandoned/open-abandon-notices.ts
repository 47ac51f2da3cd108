import { writeCompanyNotice } from '@gatehouse/companies/company-notices'
import { createFindKeys } from '@gatehouse/keys/find-keys'
import { sendMailTask } from '@gatehouse/mail/send-mail-task'
import type { ServiceResources } from '@gatehouse/service/start-service'
import { createTaskQueue } from '@gatehouse/tasks/create-task-queue'
import type { GatewayConfig } from '../../../config.ts'
import type { GatewayMetrics } from '../../../gateway-metrics.ts'
import { type AbandonNotice, type AbandonNotices, createAbandonNotices } from './abandon-notices.ts'

export function openAbandonNotices(
  resources: ServiceResources,
  { abandonLimits: { perMinute } }: Pick<GatewayConfig, 'abandonLimits'>,
  metrics: GatewayMetrics,
): AbandonNotices {
  const { postgres, logger, ids } = resources
  const findKeys = createFindKeys(postgres)
  const queue = createTaskQueue({ postgres, logger, ids, kinds: [sendMailTask] })
  async function write({ companyId, keyId, day, refusedUntil }: AbandonNotice): Promise<void> {
    const [found] = await findKeys({ hashes: [], ids: [keyId] })
    await queue.prepare()
    await postgres.transaction((tx) =>
      writeCompanyNotice({ ids, queue }, tx, {
        companyId,
        key: `abandoned_streams:${keyId}:${day}`,
        kind: 'abandoned_streams',
        details: {
          keyId,
          keyName: found?.key.name ?? '',
          abandonedMax: perMinute,
          refusedUntil: refusedUntil.toISOString(),
        },
      }),
    )
  }
  return createAbandonNotices({ ...resources, metrics, write })
}
