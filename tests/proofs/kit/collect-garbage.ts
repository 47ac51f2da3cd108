// Keeps full collections of this process, which is the load, out of a measurement. V8's helper threads would occupy the core
// that the load shares with Postgres, Redis and the provider for about a tenth of a second.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Collects now, so that the next full collection is needed only once ten times as much is in use. */
export function collectGarbage(): void {
  setFlagsFromString('--heap-growing-percent=900')
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
}
