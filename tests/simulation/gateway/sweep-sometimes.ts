import { type Coroutine, spawn } from '../engine/coroutine.ts'
import { Incarnation } from './incarnation.ts'
import type { World } from './world.ts'

/** Runs the job that ends expired lots: at random times, twice concurrently, or not at all. */
export function sweepSometimes(world: World, withinMs: number): void {
  const { scheduler } = world
  for (let index = scheduler.random.below(4); index > 0; index -= 1) {
    const host = new Incarnation(`sweeper ${index}`, 0, () => undefined)
    scheduler.after(scheduler.random.below(withinMs), () => spawn(scheduler, host, sweep(world)))
  }
}

function* sweep({ postgres }: World): Coroutine<void> {
  yield* postgres.ask('sweeps expired lots', (server) => server.sweepExpired())
}
