// What happens to the cluster under load: each act disturbs it, and ends when the cluster is complete again.
import { setTimeout as pause } from 'node:timers/promises'
import type { PatroniCluster } from '@gatehouse/testkit/start-patroni'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import type { SteadyLoad } from '../dependency-loss/steady-load.ts'

export const actNames = ['crash', 'node', 'freeze', 'standby', 'switchover'] as const
export type ActName = (typeof actNames)[number]

/** Times of the disturbance and of the end of the observation. */
export type Act = { name: ActName; startedMs: number; untilMs: number; servers: string }

type Acting = { cluster: PatroniCluster; load: SteadyLoad }

/** How long calls must have been served without a failure until service counts as restored. */
const servedForMs = 3_000
const servedWithinMs = 90_000
/** Long enough that the calls that were open at the end of an act have ended before the next one. */
const restMs = 4_000

export async function playAct(name: ActName, acting: Acting): Promise<Act> {
  const { cluster } = acting
  const primary = await cluster.primary()
  const standby = await cluster.synchronousStandby()
  const startedMs = performance.now()
  const isServed = () => becomesServed(acting)
  switch (name) {
    case 'crash':
      await primary.killPostgres()
      await isServed()
      break
    case 'node':
      await primary.killMachine()
      await isServed()
      await primary.start()
      break
    case 'freeze': {
      const thaw = await primary.freeze()
      await isServed().finally(thaw)
      break
    }
    case 'standby':
      await standby.killMachine()
      await isServed()
      await standby.start()
      break
    case 'switchover':
      await cluster.switchover()
      await isServed()
      break
  }
  await cluster.becomesComplete()
  const untilMs = performance.now()
  await pause(restMs)
  const now = await cluster.primary()
  return { name, startedMs, untilMs, servers: `${primary.name} → ${now.name}` }
}

/** Resolves when calls have been served for a while from now on; a timeout is judged later, by the calls. */
async function becomesServed({ load }: Acting): Promise<void> {
  const startedMs = performance.now()
  const isServed = () => {
    const after = load.calls.filter((call) => call.startedMs >= startedMs)
    const lastFailedMs = Math.max(
      startedMs,
      ...after.filter(({ ending }) => ending !== 'whole').map((call) => call.startedMs),
    )
    const nowMs = performance.now()
    return (
      nowMs - lastFailedMs > servedForMs &&
      after.some((call) => call.ending === 'whole' && call.startedMs > lastFailedMs)
    )
  }
  await waitUntil(isServed, { withinMs: servedWithinMs, what: 'calls are served again', pauseMs: 100 }).catch(
    () => undefined,
  )
}
