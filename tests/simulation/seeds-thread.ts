// One thread of `run-seeds.ts`.
import { parentPort, workerData } from 'node:worker_threads'
import { type ThreadRange, runSeeds } from './run-seeds.ts'

const { msMax, ...range } = workerData as ThreadRange
const startedMs = performance.now()
const result = await runSeeds({ ...range, isEnough: () => performance.now() - startedMs > msMax })
parentPort?.postMessage(result, [])
