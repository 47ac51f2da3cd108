// The thread of one surface. Its modules are instrumented, so the surface is loaded only after the hooks are in place.
import { parentPort, workerData } from 'node:worker_threads'
import { seededRandom } from '../../kit/seeded-random.ts'
import { CoverageMap } from './coverage-map.ts'
import { FuzzLoop } from './fuzz-loop.ts'
import { instrumentModules } from './instrument-modules.ts'
import type { Surface } from './surface.ts'
import { CurrentInput, type ThreadMessage, type ThreadReport, type ThreadTask } from './thread-messages.ts'

const progressMs = 1_000

// Many executions throw, and only the first lines of a stack are shown.
Error.stackTraceLimit = 4
const { surfaceFile, inputs, fuzz, shared } = workerData as ThreadTask
const coverage = new CoverageMap()
const modules = instrumentModules(coverage)
const { surface } = (await import(surfaceFile)) as { surface: Surface }
const check = await surface.open()
const own = fuzz ? ((await surface.seeds?.()) ?? []) : []
const words = [...new Set([...surface.dictionary, ...modules.literals])].map((word) => Buffer.from(word))
const current = new CurrentInput(shared)
const begunUs = cpuUs()
let reportedMs = performance.now()

const loop = new FuzzLoop({
  check,
  coverage,
  random: seededRandom(fuzz?.seed ?? ''),
  seeds: [...own, ...inputs.map((input) => Buffer.from(input))],
  words,
  bytesMax: surface.inputBytesMax,
  findingsMax: fuzz?.budget.findingsMax ?? 1,
  isOver,
  onBegin: (input) => current.begin(input),
  onKept: (input) => send({ kind: 'kept', input }),
  onFinding: (finding) => send({ kind: 'finding', finding }),
})
await loop.run()
const report = readReport()
const distilled = fuzz?.distil ? await loop.distil() : []
send({ kind: 'ended', report, distilled, files: [surfaceFile, ...modules.urls] })
// A surface may keep timers or connections open.
process.exit()

function isOver(executions: number): boolean {
  if (!fuzz) return true
  const nowMs = performance.now()
  if (nowMs - reportedMs > progressMs) {
    reportedMs = nowMs
    send({ kind: 'progress', report: readReport() })
  }
  const { executionsMax, cpuMsMax, isTimeEnough } = fuzz.budget
  if (executions >= executionsMax) return true
  // Reading the time of a thread is a system call.
  if (executions % 16 !== 0) return false
  const cpuMs = (cpuUs() - begunUs) / 1_000
  return cpuMs >= cpuMsMax && (isTimeEnough || cpuMs > executions)
}

function readReport(): ThreadReport {
  const { executions, crashes, corpusSize } = loop
  return { executions, crashes, corpusSize, features: coverage.features, cpuMs: (cpuUs() - begunUs) / 1_000 }
}

function cpuUs(): number {
  const { user, system } = process.threadCpuUsage()
  return user + system
}

function send(message: ThreadMessage): void {
  parentPort?.postMessage(message, [])
}
