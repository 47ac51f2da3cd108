import type { BillingSettings } from '@gatehouse/billing/billing-settings'
import { type Notice, describeNotice } from '@gatehouse/billing/describe-notice'
import { createMeasureInbox } from '@gatehouse/billing/measure-inbox'
import { type Billing, billingPage, openBilling } from '@gatehouse/billing/open-billing'
import { readCompanyNames } from '@gatehouse/companies/company'
import type { PublishCompanyEvent } from '@gatehouse/companies/company-event'
import { listMembers } from '@gatehouse/identity/memberships'
import { createCompanyStore } from '@gatehouse/limits/company-store'
import { type EnqueueMailDeps, enqueueMail } from '@gatehouse/mail/enqueue-mail'
import { sendMailTask } from '@gatehouse/mail/send-mail-task'
import { createDatabase } from '@gatehouse/postgres/create-database'
import { createPostgres } from '@gatehouse/postgres/create-postgres'
import { oneShard } from '@gatehouse/postgres/shards'
import { startPeriodicJob } from '@gatehouse/runtime/periodic-job'
import type { Secret } from '@gatehouse/runtime/secret'
import type { Transaction } from '@gatehouse/schema/database'
import type { Tables } from '@gatehouse/schema/tables'
import type { ServiceResources } from '@gatehouse/service/start-service'
import { createTaskQueue } from '@gatehouse/tasks/create-task-queue'

// How long shutdown waits for a job that is running. It does not wait for an unresponsive provider: interrupted work is
// repeated later.
const jobCloseMsMax = 3_000

export type BackendBillingConfig = { billing: BillingSettings; postgres: { url: Secret } }

/**
 * Opens billing with its own connection pool: events of one company are applied one after another, which can take
 * longer than a request may wait for the database, and must not use up the connections of requests. Events are stored
 * with the connections of requests, because the provider waits for that.
 */
export async function openBackendBilling(
  resources: ServiceResources & { publishEvent?: PublishCompanyEvent },
  config: BackendBillingConfig,
  scope: AsyncDisposableStack,
): Promise<Billing> {
  const { clock, ids, logger, metrics, redis } = resources
  const postgres = createPostgres({
    url: config.postgres.url,
    applicationName: 'gatehouse backend billing',
    poolSizeMax: 10,
    connectTimeoutMs: 2_000,
    queryTimeoutMs: 5_000,
    logger,
    metrics,
  })
  scope.defer(() => postgres.close())
  const store = await createCompanyStore({ redis, clock, processId: ids.uuid() })
  const database = createDatabase<Tables>(postgres)
  const queue = createTaskQueue({ postgres, logger, ids, kinds: [sendMailTask] })
  // Creates the queue now: a notice that had to create it would need a second connection inside its transaction. Only
  // if the database is unreachable at this moment does the first notice create the queue.
  void queue.prepare().catch(() => undefined)
  const measureInbox = createMeasureInbox(database, metrics)
  const billing = openBilling({
    databases: oneShard(database),
    storage: createDatabase<Tables>(resources.shards.directory),
    clock,
    ids,
    logger,
    settings: config.billing,
    onNotice: createMailNotice({ queue, ids }, config.billing),
    onCompaniesChanged(companyIds) {
      // Best effort: a gateway that misses the invalidation rereads the account within seconds.
      for (const id of companyIds) {
        void store.forget(id).catch(() => undefined)
        resources.publishEvent?.(id, 'BALANCE')
        resources.publishEvent?.(id, 'BILLING')
      }
    },
  })
  const jobs = [...billing.jobs, { name: 'measure the inbox', everyMs: 15_000, run: measureInbox }].map(
    ({ name, everyMs, run }) =>
      startPeriodicJob(clock, {
        everyMs,
        run,
        onFailure: (error) => logger.warn('billing job failed; it will run again', { error, job: name }),
        closeMsMax: jobCloseMsMax,
      }),
  )
  scope.defer(async () => void (await Promise.all(jobs.map(({ close }) => close()))))
  return billing
}

type MailNotice = (tx: Transaction, notice: Notice) => Promise<void>

/**
 * Mails a billing notice to every admin of the company, in the transaction that records the notice. A notice without a link
 * to one of the payment provider's pages links to the console's billing page.
 */
function createMailNotice(deps: EnqueueMailDeps, { consoleUrl }: { consoleUrl: string }): MailNotice {
  return async (tx, notice) => {
    const { companyId } = notice
    const { link, ...description } = describeNotice(notice)
    const names = await readCompanyNames(tx, [companyId])
    const values = {
      ...description,
      link: link ?? billingPage({ consoleUrl }, companyId),
      companyName: names.get(companyId) ?? '',
    }
    const members = await listMembers(tx, companyId)
    for (const { userId, email } of members.filter(({ role }) => role === 'ADMIN')) {
      const key = `billing-notice:${notice.key}:${userId}`
      await enqueueMail(deps, tx, { template: 'billing-notice', values, key, companyId, to: email })
    }
  }
}
