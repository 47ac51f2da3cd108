// Sends events until it is killed, with a wall clock that the parent moves.
import { createEventSender } from '@gatehouse/outgoing-events/create-event-sender'
import { createJudgeAddress } from '@gatehouse/outgoing-events/judge-address'
import { createPostEvent } from '@gatehouse/outgoing-events/post-event'
import { createPostgres } from '@gatehouse/postgres/create-postgres'
import { oneShard } from '@gatehouse/postgres/shards'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { Secret } from '@gatehouse/runtime/secret'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import { createMetrics } from '@gatehouse/telemetry/create-metrics'
import { allowedRange, proofSeal } from './proof-secrets.ts'
import type { SenderTask } from './sender-child.ts'

const { databaseUrl, attemptMs, ...given } = JSON.parse(process.argv[2] ?? '{}') as SenderTask
let { offsetMs } = given
const system = createSystemClock()
const clock = { ...system, wallMs: () => system.wallMs() + offsetMs }
const logger = createLogger({ service: 'proof', level: 'error', sinks: [process.stderr] })

process.on('disconnect', () => process.exit())
process.on('message', (moved: number) => {
  offsetMs = moved
})
const postgres = createPostgres({
  url: new Secret(databaseUrl),
  applicationName: 'proof sender',
  poolSizeMax: 5,
  connectTimeoutMs: 30_000,
  queryTimeoutMs: 60_000,
  logger,
})
const sender = createEventSender({
  shards: oneShard(postgres),
  clock,
  ids: createIds(system),
  logger,
  metrics: createMetrics('proof'),
  random: Math.random,
  seal: proofSeal,
  post: createPostEvent({ clock, judgeAddress: createJudgeAddress([allowedRange]), limitMs: attemptMs }),
  onDisabled: async () => undefined,
  pollMs: 50,
})
sender.start()
process.send?.('begun')
