// The platform around a meeting: a real gateway, a simulated model and mail server, and a meeting room with an owner.
import { oneShard } from '@gatehouse/postgres/shards'
import { addMembership } from '@gatehouse/identity/memberships'
import { createUser } from '@gatehouse/identity/users'
import { sendMailTask } from '@gatehouse/mail/send-mail-task'
import { meetingInsightsTask } from '@gatehouse/meetings/meeting-insights-task'
import { recordRoomEvent } from '@gatehouse/meetings/record-room-event'
import { recordTranscript } from '@gatehouse/meetings/record-transcript'
import { registerRoom } from '@gatehouse/meetings/register-room'
import { createDatabase } from '@gatehouse/postgres/create-database'
import type { Tables } from '@gatehouse/schema/tables'
import { createTaskQueue } from '@gatehouse/tasks/create-task-queue'
import { addAliases, addCompany, addPlatformKey, testKeyPeppers } from '@gatehouse/testkit/seed-gateway'
import { startProviderSim } from '@gatehouse/testkit/start-provider-sim'
import { startSmtpSink } from '@gatehouse/testkit/start-smtp-sink'
import { startRedis } from '@gatehouse/testkit/start-redis'
import { startServiceProcess } from '@gatehouse/testkit/start-service-process'
import { ids, logger, startTaskSetup } from '../task-setup.ts'

const answer = {
  insights: [{ kind: 'decision', text: 'Two are hired.', evidence: [{ line: 2, quote: 'hire two' }] }],
}
const ownerEmail = 'owner@example.com'

export type Setup = Awaited<ReturnType<typeof openSetup>>

export async function openSetup(scope: AsyncDisposableStack) {
  const [{ server, postgres }, redis, sim, sink] = await Promise.all([
    startTaskSetup(scope),
    startRedis(),
    startProviderSim(),
    startSmtpSink(),
  ])
  for (const one of [redis, sim, sink]) scope.use(one)
  sim.planWhen(() => true, { text: JSON.stringify(answer) })
  const database = createDatabase<Tables>(postgres)
  await addAliases(database, sim.baseUrl)
  const { raw: serviceKey } = await addPlatformKey(database)
  const companyId = await addCompany(database, 0n)
  const by = { actor: { kind: 'operator', id: 'proof' } } as const
  await database.transaction().execute(async (tx) => {
    const user = await createUser({ ids, tx }, { email: ownerEmail, passwordHash: null }, by)
    await addMembership({ ids, tx }, { companyId, userId: user.id, role: 'ADMIN' }, by)
  })
  const gateway = scope.use(
    await startServiceProcess({
      entry: 'apps/gateway/src/main.ts',
      environment: {
        PORT: '0',
        DATABASE_URL: server.url,
        REDIS_URL: redis.url,
        KEY_PEPPERS: testKeyPeppers,
        OVERLOAD_LAG_MS: '60000',
      },
    }),
  )
  const queue = createTaskQueue({ postgres, logger, ids, kinds: [meetingInsightsTask, sendMailTask] })
  const order = {
    databaseUrl: server.url,
    gatewayUrl: `${gateway.url}/llm/v1`,
    serviceKey,
    smtpUrl: sink.url,
  }

  /** Records a finished meeting with one decision in its transcript. */
  async function holdMeeting(): Promise<void> {
    const room = `room ${ids.uuid()}`
    await registerRoom({ databases: oneShard(database), ids }, { name: room, companyId, ownerEmail }, by)
    const at = (secondsAgo: number) => new Date(Date.now() - secondsAgo * 1_000)
    const lines = [`Welcome to ${room}.`, 'We hire two.'].map((text, index) => ({
      timestamp: at(50 - index),
      speaker: 'Ana',
      text,
    }))
    await recordTranscript(postgres, { room, lines })
    const deps = { shards: oneShard(postgres), ids, queues: oneShard(queue), transcriptGraceMs: 0 }
    await recordRoomEvent(deps, { event: 'room_created', room, timestamp: at(60) }, 'proof')
    const end = { event: 'room_destroyed', room, timestamp: at(1) } as const
    // The end of the meeting is reported twice, as can happen in production.
    for (const told of [end, end]) await recordRoomEvent(deps, told, 'proof')
  }

  return { postgres, sink, sim, order, holdMeeting }
}
