// One thread of `run-seeds.ts`.
import { parentPort, workerData } from 'node:worker_threads'
import { type ThreadMessage, type ThreadRange, runSeeds } from './run-seeds.ts'

const { msMax, ...range } = workerData as ThreadRange
const seedsPerMessage = Math.ceil(range.count / 10)
const startedMs = performance.now()
const result = await runSeeds({
  ...range,
  isEnough(seedsDone) {
    if (seedsDone > 0 && seedsDone % seedsPerMessage === 0) send({ seedsDone })
    return performance.now() - startedMs > msMax
  },
})
send({ result })

function send(message: ThreadMessage): void {
  parentPort?.postMessage(message, [])
}
