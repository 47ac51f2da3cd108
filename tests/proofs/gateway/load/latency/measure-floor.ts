import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { GatewaySetup } from '../../gateway-setup.ts'
import { percentile } from '../../../kit/percentile.ts'
import type { Rate } from '../../../kit/run-at-rate.ts'
import { addCompanies } from '../../../ledger/ledger-setup.ts'
import { pinProcess } from '../pin-process.ts'
import type { FloorPlace, FloorTimes } from './floor-process.ts'

export type Floor = { p50Ms: number; p99Ms: number; redisP50Ms: number; samples: number }

// Commits rarely wait for each other's locks, so that the floor is low.
const companyCount = 64

/** Starts the process that takes the steps of the floor on the given core; returns how to measure with it. */
export async function openFloor(
  scope: AsyncDisposableStack,
  { postgres, redis, database }: GatewaySetup,
  core: number,
): Promise<(rate: Rate) => Promise<Floor>> {
  const place: FloorPlace = {
    postgresUrl: postgres.url,
    redisUrl: redis.url,
    companies: await addCompanies(database, companyCount),
  }
  const child = fork(fileURLToPath(new URL('floor-process.ts', import.meta.url)), [JSON.stringify(place)])
  scope.defer(() => void child.kill('SIGKILL'))
  if (child.pid !== undefined) await pinProcess(child.pid, core)
  const answer = async <Answer>() => {
    const ended = once(child, 'exit').then(() => {
      throw new Error('the process of the floor has exited')
    })
    const [message] = (await Promise.race([once(child, 'message'), ended])) as [Answer]
    return message
  }
  await answer<'ready'>()
  return async (rate) => {
    child.send(rate)
    const { tookMs, redisMs } = await answer<FloorTimes>()
    return {
      p50Ms: percentile(tookMs, 0.5),
      p99Ms: percentile(tookMs, 0.99),
      redisP50Ms: percentile(redisMs, 0.5),
      samples: tookMs.length,
    }
  }
}
