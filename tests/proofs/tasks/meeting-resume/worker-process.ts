// Produces insights and sends mails, and kills itself at the requested point.
import { oneShard } from '@gatehouse/postgres/shards'
import { createMailStore } from '@gatehouse/mail/postgres/mail-store'
import { createMailTransport } from '@gatehouse/mail/create-mail-transport'
import { deliverMail } from '@gatehouse/mail/deliver-mail'
import { sendMailTask } from '@gatehouse/mail/send-mail-task'
import { meetingInsightsTask } from '@gatehouse/meetings/meeting-insights-task'
import { createMeetingStore } from '@gatehouse/meetings/meeting-store'
import { workOutInsights } from '@gatehouse/meetings/work-out-insights'
import { openModelCalls } from '@gatehouse/model-calls/open-model-calls'
import { createServiceNames } from '@gatehouse/models/service-names'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { Secret } from '@gatehouse/runtime/secret'
import { createTaskQueue } from '@gatehouse/tasks/create-task-queue'
import { handleTask } from '@gatehouse/tasks/handle-task'
import { createMetrics } from '@gatehouse/telemetry/create-metrics'
import { connectTasks, ids, logger, openWorker } from '../task-setup.ts'
import type { Death, WorkerOrder } from './worker-child.ts'

const order = JSON.parse(process.argv[2] ?? '{}') as WorkerOrder
const alias = 'svc/extract-default'
const clock = createSystemClock()
const postgres = connectTasks(order.databaseUrl, 6)
const modelCalls = openModelCalls(
  { clock, logger, metrics: createMetrics('proof'), aliases: [alias] },
  {
    gatewayUrl: order.gatewayUrl,
    serviceKey: new Secret(order.serviceKey),
    names: createServiceNames('svc'),
  },
  new AsyncDisposableStack(),
)
const { client } = modelCalls
if (!client) throw new Error('there is a gateway')

function dieAt(death: Death): void {
  if (order.diesAt === death) process.kill(process.pid, 'SIGKILL')
}

const meetings = createMeetingStore(oneShard(postgres))
const deps = {
  ids,
  logger,
  alias,
  clock,
  queue: createTaskQueue({ postgres, logger, ids, kinds: [sendMailTask] }),
  client: {
    async ask(question: Parameters<typeof client.ask>[0]) {
      dieAt('before the model is called')
      const answer = await client.ask(question)
      dieAt('with the answer in hand')
      return answer
    },
  },
  store: {
    ...meetings,
    async findTranscript(meeting: Parameters<typeof meetings.findTranscript>[0]) {
      const found = await meetings.findTranscript(meeting)
      dieAt('before the transcript is stored')
      return found
    },
    async readLines(lineIds: readonly bigint[]) {
      dieAt('after the transcript is stored')
      return meetings.readLines(lineIds)
    },
    async finish(...args: Parameters<typeof meetings.finish>) {
      await meetings.finish(...args)
      dieAt('before the commit')
    },
  },
}
const mails = {
  ids,
  clock,
  store: createMailStore({ postgres, ids }),
  transport: createMailTransport({
    url: new Secret(order.smtpUrl),
    from: { name: '', address: 'mail@gatehouse.example' },
  }),
}

const handled = [
  handleTask(meetingInsightsTask, { concurrencyMax: 1, work: (task) => workOutInsights(deps, task) }),
  handleTask(sendMailTask, {
    concurrencyMax: 1,
    async work({ input: { mailId }, signal }) {
      dieAt('with the mail in hand')
      const delivery = await deliverMail(mails, mailId, signal)
      if (delivery.kind !== 'settled') return undefined
      return (tx) => mails.store.settle(tx, mailId, delivery.outcome)
    },
  }),
]

process.on('disconnect', () => process.exit())
const worker = openWorker(postgres, handled, { renewMs: 250, silentMs: 1_000, pollMs: 50 })
process.once('message', () => worker.start())
process.send?.('loaded')
