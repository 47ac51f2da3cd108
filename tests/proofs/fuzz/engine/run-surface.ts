// Fuzzes one surface in a thread and watches it: an input that hangs, or that exhausts the memory, ends the thread, and is
// found in the memory that both share.
import { Worker } from 'node:worker_threads'
import { type Finding, hangMs } from './fuzz-loop.ts'
import {
  type Budget,
  CurrentInput,
  type ThreadMessage,
  type ThreadReport,
  type ThreadTask,
} from './thread-messages.ts'

/** Without a new execution for this time, the thread is ended. Longer than a hang, because the machine may be busy. */
const silenceMsMaxDefault = 10_000
const startMsMax = 120_000
const repeats = 3
const restartsMax = 5

type SurfaceFinding = { kind: 'crash' | 'hang'; input: Buffer; message: string }

export type SurfaceRun = ThreadReport & {
  hangs: number
  findings: readonly SurfaceFinding[]
  distilled: readonly Buffer[]
  /** Inputs of the corpus, and those that took new branches. */
  kept: readonly Buffer[]
  /** The files that the surface runs, as URLs; empty if its thread was ended from outside. */
  files: readonly string[]
}

export type SurfaceTask = {
  surfaceFile: string
  corpus: readonly Buffer[]
  seed: string
  budget: Budget
  silenceMsMax?: number
  /** Whether to return the inputs that are worth keeping. */
  distil: boolean
  progress(report: ThreadReport): void
}

export async function runSurface(task: SurfaceTask): Promise<SurfaceRun> {
  const findings: SurfaceFinding[] = []
  const kept: Uint8Array[] = [...task.corpus]
  let total: ThreadReport = { executions: 0, crashes: 0, cpuMs: 0, corpusSize: 0, features: 0 }
  for (let restart = 0; restart <= restartsMax; restart += 1) {
    const { budget } = task
    const before = total
    const add = (report: ThreadReport): ThreadReport => ({
      ...report,
      executions: before.executions + report.executions,
      crashes: before.crashes + report.crashes,
      cpuMs: before.cpuMs + report.cpuMs,
    })
    const left = {
      ...budget,
      executionsMax: budget.executionsMax - before.executions,
      cpuMsMax: budget.cpuMsMax - before.cpuMs,
    }
    const thread = await runThread({
      surfaceFile: task.surfaceFile,
      silenceMsMax: task.silenceMsMax,
      inputs: kept,
      fuzz: { seed: `${task.seed}.${restart}`, budget: left, distil: task.distil },
      onKept: (input) => kept.push(input),
      onProgress: (report) => task.progress(add(report)),
    })
    total = add(thread.report)
    for (const finding of await confirm(task, thread)) findings.push(finding)
    const outcome = { total, findings, kept }
    if (findings.length >= task.budget.findingsMax) return toRun(outcome)
    if (thread.end.kind === 'ended') return toRun(outcome, thread.end)
    // The input that ended the thread would end the next one too.
    const { input } = thread.end
    for (let place = kept.length - 1; place >= 0; place -= 1)
      if (input.equals(kept[place] ?? Buffer.alloc(0))) kept.splice(place, 1)
  }
  return toRun({ total, findings, kept })
}

type Outcome = {
  total: ThreadReport
  findings: readonly SurfaceFinding[]
  kept: readonly Uint8Array[]
}

function toRun(
  { total, findings, kept }: Outcome,
  { distilled, files }: Pick<EndedThread, 'distilled' | 'files'> = { distilled: [], files: [] },
): SurfaceRun {
  const died = findings.filter(({ kind, message }) => kind === 'crash' && message.startsWith(diedPrefix))
  return {
    ...total,
    crashes: total.crashes + died.length,
    hangs: findings.filter(({ kind }) => kind === 'hang').length,
    findings,
    distilled: distilled.map((input) => Buffer.from(input)),
    kept: kept.map((input) => Buffer.from(input)),
    files,
  }
}

const diedPrefix = 'the thread ended: '

/** A busy machine makes an input slow once; one that hangs is slow every time. */
async function confirm(task: SurfaceTask, { findings, end }: ThreadRun): Promise<SurfaceFinding[]> {
  const confirmed: SurfaceFinding[] = findings
    .filter(({ kind }) => kind === 'crash')
    .map(({ input, message }) => ({ kind: 'crash', input: Buffer.from(input), message }))
  const slow = findings.filter(({ kind }) => kind === 'slow').map(({ input }) => Buffer.from(input))
  if (end.kind === 'silent') slow.push(Buffer.from(end.input))
  if (end.kind === 'died')
    confirmed.push({ kind: 'crash', input: end.input, message: diedPrefix + end.message })
  for (const input of slow) {
    if (await isAlwaysSlow(task, input))
      confirmed.push({ kind: 'hang', input, message: `takes longer than ${hangMs} ms` })
  }
  return confirmed
}

async function isAlwaysSlow({ surfaceFile, silenceMsMax }: SurfaceTask, input: Buffer): Promise<boolean> {
  const inputs = Array.from({ length: repeats }, () => input)
  const thread = await runThread({ surfaceFile, silenceMsMax, inputs, fuzz: undefined })
  return (
    thread.end.kind === 'silent' || thread.findings.filter(({ kind }) => kind === 'slow').length === repeats
  )
}

type EndedThread = { kind: 'ended'; distilled: readonly Uint8Array[]; files: readonly string[] }

type ThreadRun = {
  report: ThreadReport
  findings: readonly Finding[]
  end: EndedThread | { kind: 'silent'; input: Buffer } | { kind: 'died'; input: Buffer; message: string }
}

type ThreadWatch = Omit<ThreadTask, 'shared'> & {
  silenceMsMax: number | undefined
  onKept?: (input: Uint8Array) => void
  onProgress?: (report: ThreadReport) => void
}

async function runThread({ onKept, onProgress, silenceMsMax, ...task }: ThreadWatch): Promise<ThreadRun> {
  const current = new CurrentInput()
  const workerData: ThreadTask = { ...task, shared: current.shared }
  const worker = new Worker(new URL('fuzz-thread.ts', import.meta.url), {
    workerData,
    // Node strips the types of the modules that it runs, but calls its function for that experimental.
    execArgv: ['--disable-warning=ExperimentalWarning'],
    resourceLimits: { maxOldGenerationSizeMb: 512 },
  })
  const findings: Finding[] = []
  let report: ThreadReport = { executions: 0, crashes: 0, cpuMs: 0, corpusSize: 0, features: 0 }
  const { promise, resolve } = Promise.withResolvers<ThreadRun['end']>()
  worker.on('message', (message: ThreadMessage) => {
    if (message.kind === 'kept') onKept?.(message.input)
    if (message.kind === 'finding') findings.push(message.finding)
    if (message.kind === 'progress' || message.kind === 'ended') report = message.report
    if (message.kind === 'progress') onProgress?.(report)
    if (message.kind === 'ended') resolve(message)
  })
  worker.on('error', (error) => resolve({ kind: 'died', input: current.read(), message: String(error) }))
  worker.on('exit', (code) => resolve({ kind: 'died', input: current.read(), message: `exit ${code}` }))
  const silent = watchSilence({ current, silenceMsMax }, () =>
    resolve({ kind: 'silent', input: current.read() }),
  )
  const end = await promise
  clearInterval(silent)
  await worker.terminate()
  if (end.kind === 'died' && current.begun === 0) throw new Error(`${task.surfaceFile}: ${end.message}`)
  // A thread that ended early did not report the last executions.
  if (end.kind !== 'ended') report = { ...report, executions: Math.max(report.executions, current.begun - 1) }
  return { report, findings, end }
}

type Watched = { current: CurrentInput; silenceMsMax: number | undefined }

function watchSilence(
  { current, silenceMsMax = silenceMsMaxDefault }: Watched,
  onSilence: () => void,
): NodeJS.Timeout {
  let begun = 0
  let sinceMs = performance.now()
  return setInterval(() => {
    const now = current.begun
    if (now !== begun) [begun, sinceMs] = [now, performance.now()]
    else if (performance.now() - sinceMs > (begun === 0 ? startMsMax : silenceMsMax)) onSilence()
  }, 250)
}
