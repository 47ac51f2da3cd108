// `pnpm prove <name>`: runs a proof and ends with one line, `<name>: <figure> (bar <bar>) pass|FAIL`.
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { watchEngineErrors } from './engine-errors.ts'
import { listDescendants } from './list-descendants.ts'
import { listProofs } from './list-proofs.ts'
import type { Proof } from './proof.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { list: { type: 'boolean' }, short: { type: 'boolean' }, all: { type: 'boolean' } },
})
const exitWithinMs = 5_000
const proofs = await listProofs()
process.exitCode = values.list ? list() : await proveChosen()

function list(): number {
  const width = Math.max(...proofs.map(({ name }) => name.length))
  for (const { name, claim, bar } of proofs) console.log(`${name.padEnd(width)}  ${claim} (bar ${bar})`)
  return 0
}

async function proveChosen(): Promise<number> {
  const chosen = values.all ? proofs : proofs.filter(({ name }) => positionals.includes(name))
  const unknown = positionals.filter((name) => !proofs.some((proof) => proof.name === name))
  if (chosen.length === 0 || unknown.length > 0) {
    console.error(
      unknown.length > 0 ? `There is no proof "${unknown.join('", "')}".` : 'Name a proof, or --all.',
    )
    console.error('pnpm prove --list shows them all.')
    return 2
  }
  let exitCode = 0
  for (const proof of chosen) {
    if (!(await prove(proof))) exitCode = 1
  }
  return exitCode
}

async function prove(proof: Proof): Promise<boolean> {
  const startedMs = performance.now()
  const progress = (text: string) => {
    const seconds = ((performance.now() - startedMs) / 1_000).toFixed(1)
    console.log(`  ${seconds.padStart(6)} s  ${text}`)
  }
  console.log(`${proof.name}: ${proof.claim}`)
  using engine = watchEngineErrors()
  try {
    const result = await proof.run({ isShort: values.short ?? false, progress })
    const leftBehind = await endLeftBehind()
    const engineErrors = engine.errors()
    for (const line of engineErrors) console.error(line)
    const figure = [
      result.figure,
      ...(leftBehind.length > 0 ? [`left behind ${leftBehind.join(', ')}`] : []),
      ...(engineErrors.length > 0 ? [`${engineErrors.length} task engine errors`] : []),
    ].join('; ')
    const isPassed = result.isPassed && leftBehind.length === 0 && engineErrors.length === 0
    console.log(`${proof.name}: ${figure} (bar ${proof.bar}) ${isPassed ? 'pass' : 'FAIL'}`)
    return isPassed
  } catch (thrown) {
    console.error(thrown)
    console.log(`${proof.name}: not measured, ${String(thrown)} (bar ${proof.bar}) FAIL`)
    await endLeftBehind()
    return false
  }
}

/** A proof ends what it has started. What it forgot would burden whatever runs next, so it is ended, and told of. */
async function endLeftBehind(): Promise<string[]> {
  const untilMs = performance.now() + exitWithinMs
  let left = await listDescendants()
  while (left.length > 0 && performance.now() < untilMs) {
    await pause(50)
    left = await listDescendants()
  }
  for (const { pid } of left) kill(pid)
  return left.map(({ pid, program }) => `${program} (${pid})`)
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended by itself meanwhile.
  }
}
