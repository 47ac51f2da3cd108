import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestRun, readTestRun } from './read-test-run.ts'

export type Stage = {
  name: string
  command: readonly string[]
  /** A stage that hangs is ended then, and has failed. */
  limitSeconds?: number
}

export type StageResult = {
  name: string
  seconds: number
  passed: number
  failed: number
  /** Why it failed, or that it did at first; nothing if it simply passed. */
  reasons: readonly string[]
  /** Of a test run. */
  failedFiles?: readonly string[]
}

const limitSecondsUsual = 600
const linesKept = 6
const reasonLengthMax = 600

/** One after the other, all of them even if one fails, so that one round of mending is enough. */
export async function runStages(stages: readonly Stage[]): Promise<StageResult[]> {
  const results: StageResult[] = []
  for (const stage of stages) results.push(await runStage(stage))
  return results
}

/** Runs one stage with its output in view. A test run counts its tests; any other stage counts as one. */
export async function runStage(stage: Stage): Promise<StageResult> {
  const { name, command } = stage
  console.log(`\n── ${name} ──`)
  const startedMs = performance.now()
  const isTestRun = command[0] === 'vitest'
  const reportFile = join(tmpdir(), `gatehouse-ci-${process.pid}-${name.replaceAll(/\W/g, '-')}.json`)
  const report = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`]
  const { isOk, lastLines } = await runCommand(isTestRun ? [...command, ...report] : command, stage)
  const tests = isTestRun ? await takeTestRun(reportFile) : undefined
  const seconds = (performance.now() - startedMs) / 1_000
  const reasons = (tests?.failures.length ? tests.failures : lastLines).map(cut)
  // A run that ends badly without a failed test (a broken set-up, an unhandled rejection) is a failure of its own.
  if (!isOk) {
    const failed = Math.max(1, tests?.failed ?? 0)
    return {
      name,
      seconds,
      passed: tests?.passed ?? 0,
      failed,
      reasons,
      failedFiles: tests?.failedFiles ?? [],
    }
  }
  // A test run that ran nothing proves nothing.
  if (tests?.passed === 0) return { name, seconds, passed: 0, failed: 1, reasons: ['it ran no test'] }
  return { name, seconds, passed: tests?.passed ?? 1, failed: tests?.failed ?? 0, reasons: [] }
}

async function runCommand(
  [program = '', ...args]: readonly string[],
  { name, limitSeconds = limitSecondsUsual }: Stage,
): Promise<{ isOk: boolean; lastLines: string[] }> {
  // In a group of its own, so that whatever it may leave behind can be ended with it, and nothing else.
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], detached: true })
  const passOn = (signal: NodeJS.Signals) => signalGroup(child, signal)
  process.on('SIGINT', passOn).on('SIGTERM', passOn)
  const tails = [followOutput(child.stdout, process.stdout), followOutput(child.stderr, process.stderr)]
  let isLate = false
  const limit = setTimeout(() => {
    isLate = true
    signalGroup(child, 'SIGKILL')
  }, limitSeconds * 1_000)
  const [exitCode] = (await once(child, 'exit')) as [number | null]
  clearTimeout(limit)
  process.off('SIGINT', passOn).off('SIGTERM', passOn)
  signalGroup(child, 'SIGKILL')
  await Promise.all(tails.map(({ ended }) => ended))
  const late = isLate ? [`${name} was ended after ${limitSeconds} s`] : []
  return {
    isOk: exitCode === 0,
    lastLines: [...tails.toReversed().flatMap(({ lines }) => lines), ...late].slice(-linesKept),
  }
}

/** Shows what comes, and keeps the last lines that say something. */
function followOutput(from: NodeJS.ReadableStream, to: NodeJS.WritableStream) {
  const lines: string[] = []
  let rest = ''
  from.setEncoding('utf8')
  from.on('data', (text: string) => {
    to.write(text)
    const [...whole] = (rest + text).split('\n')
    rest = whole.pop() ?? ''
    lines.push(...whole.filter((line) => line.trim() !== ''))
    lines.splice(0, lines.length - linesKept)
  })
  return { lines, ended: once(from, 'close') }
}

function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, signal)
  } catch (error) {
    // Nobody is left in it, as it should be.
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

/** Why it failed comes last, because of a long log often only the end is kept. */
export function printSummary(results: readonly StageResult[]): void {
  const width = Math.max(...results.map(({ name }) => name.length))
  console.log('')
  for (const { name, seconds, passed, failed } of results) {
    const outcome = failed > 0 ? `FAIL (${passed} passed, ${failed} failed)` : `${passed} passed`
    console.log(`${name.padEnd(width)}  ${seconds.toFixed(1).padStart(7)} s  ${outcome}`)
  }
  for (const { name, failed, reasons } of results.filter((result) => result.reasons.length > 0)) {
    console.log(`\n${failed > 0 ? 'FAIL' : 'note'} ${name}`)
    for (const reason of reasons) console.log(`  ${reason}`)
  }
}
