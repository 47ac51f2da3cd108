// The acts of the soak: those of a Postgres cluster, a Redis master that is lost, and a gateway that is replaced by a new
// process behind the balancer.
import { setTimeout as pause } from 'node:timers/promises'
import type { ServiceProcess } from '@gatehouse/testkit/start-service-process'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { type LoadCall, hasFailed } from '../dependency-loss/steady-load.ts'
import { actNames, playAct } from '../pg-failover/acts.ts'
import { type JudgedAct, describeAct, judgeAct } from '../pg-failover/judge-act.ts'
import type { Platform } from '../pg-failover/open-platform.ts'
import type { RedisGroup } from '../redis-failover/redis-group.ts'

export const soakActNames = [...actNames, 'redis killed', 'redis frozen', 'gateway replaced'] as const
export type SoakActName = (typeof soakActNames)[number]

export type PlayedAct =
  | { kind: 'database'; judged: JudgedAct }
  /** No call may fail during these. */
  | { kind: 'unnoticed'; name: SoakActName; failed: readonly LoadCall[] }

export type Stage = {
  platform: Platform
  redis: RedisGroup
  /** Stops the gateway that may be replaced and starts it again on its port. */
  replaceGateway(): Promise<void>
}

const redisReplacedWithinMs = 30_000
/** Calls that were open at the end of an act have ended before the next one. */
const restMs = 4_000

export async function playSoakAct(name: SoakActName, stage: Stage): Promise<PlayedAct> {
  const { load, forwarded } = stage.platform
  const ofDatabase = actNames.find((each) => each === name)
  if (ofDatabase) {
    const act = await playAct(ofDatabase, stage.platform)
    return { kind: 'database', judged: judgeAct(act, load.calls, forwarded) }
  }
  const startedMs = performance.now()
  await (name === 'gateway replaced' ? stage.replaceGateway() : loseRedis(name, stage.redis))
  await pause(restMs)
  const failed = load.calls.filter((call) => call.endedMs >= startedMs && hasFailed(call))
  return { kind: 'unnoticed', name, failed }
}

async function loseRedis(how: SoakActName, group: RedisGroup): Promise<void> {
  const master = await group.findMaster(0)
  if (how === 'redis killed') await master.kill()
  else process.kill(master.pid, 'SIGSTOP')
  await waitUntil(() => group.hasReplaced(master, 0), {
    withinMs: redisReplacedWithinMs,
    what: 'another Redis master',
  })
  if (how === 'redis killed') await master.restart()
  else process.kill(master.pid, 'SIGCONT')
  await group.becomeComplete()
}

export function describePlayed(played: PlayedAct): string {
  if (played.kind === 'database') return describeAct(played.judged)
  const [first] = played.failed
  if (!first) return `${played.name}: 0 failed calls`
  const times = played.failed.map(({ endedMs }) => endedMs)
  const withinMs = Math.max(...times) - Math.min(...times)
  return `${played.name}: ${played.failed.length} failed calls within ${withinMs.toFixed(0)} ms, such as ${first.description}`
}

/** Replaces a process as a supervisor does: the next step comes only when the new process serves. */
export async function replaceProcess(
  old: ServiceProcess,
  start: () => Promise<ServiceProcess>,
): Promise<ServiceProcess> {
  await old.stop()
  const next = await start()
  const isHealthy = async () => (await fetch(`${next.url}/healthz`).catch(() => undefined))?.status === 200
  await waitUntil(isHealthy, { withinMs: 30_000, what: 'the new gateway is healthy' })
  return next
}
