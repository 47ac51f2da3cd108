import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, existsSync, writeFileSync } from 'node:fs'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { constants, setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestRun, readTestRun, readUnhandledErrors } from './read-test-run.ts'

export type Stage = {
  name: string
  command: readonly string[]
  /** Added to the environment of the command. */
  environment?: Readonly<Record<string, string>>
  /** A stage that runs longer is killed and counts as failed. */
  limitSeconds?: number
  /** Exit code by which the command says that it could not measure anything. Such a stage is skipped, not passed. */
  skippedExitCode?: number
}

export type StageResult = {
  name: string
  seconds: number
  passed: number
  failed: number
  skipped: number
  /** Why the stage failed or was skipped, or that it passed only when repeated; empty if it passed. */
  reasons: readonly string[]
  /** Set for a test run: the files to repeat. */
  failedFiles?: readonly string[]
  /** Set for a stage that ran twice. */
  repeated?: 'passed' | 'failed'
}

const limitSecondsDefault = 600
const reasonLinesMax = 6
const reasonLengthMax = 600
const printedLinesMax = 300
const logDirectory = '.ci/log'

/** With the lowest priority a stage runs only while nothing else needs the cores. */
type Priority = 'normal' | 'lowest'

/** Runs all stages even if one fails, so that one round of fixes is enough; `lanes` stages run concurrently. */
export async function runStages(
  stages: readonly Stage[],
  lanes = 1,
  priority: Priority = 'normal',
): Promise<StageResult[]> {
  const results: StageResult[] = []
  const waiting = [...stages.entries()]
  const runLane = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift())
      results[next[0]] = await runStage(next[1], priority)
  }
  await Promise.all(Array.from({ length: lanes }, runLane))
  return results
}

/** A test run counts its tests; any other stage counts as one. The output is printed only if the stage fails. */
export async function runStage(stage: Stage, priority: Priority = 'normal'): Promise<StageResult> {
  const { name, command } = stage
  const startedMs = performance.now()
  const isTestRun = command[0] === 'vitest'
  const fileName = name.replaceAll(/\W+/g, '-')
  const reportFile = join(tmpdir(), `gatehouse-ci-${process.pid}-${fileName}.json`)
  const report = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`]
  const logFile = join(logDirectory, `${fileName}.txt`)
  const { exitCode, lines } = await runCommand(isTestRun ? [...command, ...report] : command, stage, {
    logFile,
    priority,
  })
  const tests = isTestRun ? await takeTestRun(reportFile) : undefined
  const seconds = (performance.now() - startedMs) / 1_000
  const result = { name, seconds, ...judge({ exitCode, lines, tests }, stage) }
  if (result.failed > 0) {
    console.log(`\n── output of ${name}, all of it in ${logFile} ──`)
    console.log(lines.slice(-printedLinesMax).join('\n'))
  }
  console.log(describe(result))
  return result
}

type Run = { exitCode: number | null; lines: readonly string[]; tests: TestRun | undefined }

function judge(
  { exitCode, lines, tests }: Run,
  { skippedExitCode }: Stage,
): Omit<StageResult, 'name' | 'seconds'> {
  const lastLines = lines.filter((line) => line.trim() !== '').slice(-reasonLinesMax)
  if (exitCode !== null && exitCode === skippedExitCode)
    return { passed: 0, failed: 0, skipped: 1, reasons: lastLines.slice(-1).map(cut) }
  if (exitCode !== 0) {
    const unhandled = tests ? readUnhandledErrors(lines) : { reasons: [], files: [] }
    const reasons = [...(tests?.failures ?? []), ...unhandled.reasons]
    return {
      passed: tests?.passed ?? 0,
      // A run that ends badly without a failed test (a broken set-up, an unhandled rejection) is itself a failure.
      failed: Math.max(1, tests?.failed ?? 0),
      skipped: 0,
      reasons: (reasons.length > 0 ? reasons : lastLines).map(cut),
      ...(tests && { failedFiles: [...tests.failedFiles, ...unhandled.files] }),
    }
  }
  // A test run that ran no test proves nothing.
  if (tests?.passed === 0) return { passed: 0, failed: 1, skipped: 0, reasons: ['it ran no test'] }
  return { passed: tests?.passed ?? 1, failed: tests?.failed ?? 0, skipped: 0, reasons: [] }
}

/** Resolves to the command's exit code, or null if it was killed, and to the lines of its output. */
async function runCommand(
  [program = '', ...args]: readonly string[],
  { name, environment, limitSeconds = limitSecondsDefault }: Stage,
  { logFile, priority }: { logFile: string; priority: Priority },
): Promise<{ exitCode: number | null; lines: string[] }> {
  await mkdir(logDirectory, { recursive: true })
  // The command gets its own process group, so that any processes it leaves behind can be killed, and no others.
  const child = spawn(program, args, {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  if (priority === 'lowest') lowerPriority(child)
  let isStopped = false
  const forwardSignal = (signal: NodeJS.Signals) => {
    isStopped = true
    signalGroup(child, signal)
  }
  process.on('SIGINT', forwardSignal).on('SIGTERM', forwardSignal)
  const log = createWriteStream(logFile)
  const chunks: string[] = []
  const ended = [child.stdout, child.stderr].map((output) => {
    output.setEncoding('utf8').on('data', (text: string) => {
      log.write(text)
      chunks.push(text)
    })
    return once(output, 'close')
  })
  let isLate = false
  const limit = setTimeout(() => {
    isLate = true
    signalGroup(child, 'SIGKILL')
  }, limitSeconds * 1_000)
  const [exitCode] = (await once(child, 'exit')) as [number | null]
  clearTimeout(limit)
  process.off('SIGINT', forwardSignal).off('SIGTERM', forwardSignal)
  signalGroup(child, 'SIGKILL')
  // Ctrl-C ends the whole run, not only its current stage.
  if (isStopped) process.exit(130)
  await Promise.all(ended)
  if (isLate) chunks.push(`\n${name} was killed after ${limitSeconds} s\n`)
  log.end()
  return { exitCode, lines: chunks.join('').trimEnd().split('\n') }
}

function lowerPriority({ pid }: ChildProcess): void {
  if (pid === undefined) return
  const lowest = constants.priority.PRIORITY_LOW
  setPriority(pid, lowest)
  // Linux may divide the cores between sessions before it looks at the priorities within one.
  const sessionFile = `/proc/${pid}/autogroup`
  try {
    if (existsSync(sessionFile)) writeFileSync(sessionFile, String(lowest))
  } catch {
    // The kernel accepts one such change in 100 ms. Without it the stage only takes more of the cores.
  }
}

function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, signal)
  } catch (error) {
    // ESRCH: no process of the group is left, which is the normal case.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

async function takeTestRun(reportFile: string): Promise<TestRun> {
  try {
    return readTestRun(await readFile(reportFile, 'utf8'))
  } catch {
    return { passed: 0, failed: 1, failures: [], failedFiles: [] }
  } finally {
    await rm(reportFile, { force: true })
  }
}

function cut(line: string): string {
  return line.length > reasonLengthMax ? `${line.slice(0, reasonLengthMax)}…` : line
}

function describe({ name, seconds, passed, failed, skipped }: StageResult): string {
  const outcome =
    failed > 0
      ? `FAIL (${passed} passed, ${failed} failed)`
      : skipped > 0
        ? 'SKIPPED (not measured)'
        : `${passed} passed`
  return `${name.padEnd(26)} ${seconds.toFixed(1).padStart(7)} s  ${outcome}`
}

/** Reasons come at the end, because often only the end of a long log is kept. */
export function printReasons(results: readonly StageResult[]): void {
  for (const { name, failed, skipped, reasons } of results.filter((result) => result.reasons.length > 0)) {
    console.log(`\n${failed > 0 ? 'FAIL' : skipped > 0 ? 'skipped' : 'note'} ${name}`)
    for (const reason of reasons) console.log(`  ${reason}`)
  }
}
