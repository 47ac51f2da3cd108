// `pnpm prove <name>`: runs a proof and ends with one line, `<name>: <figure> (bar <bar>) pass|FAIL`.
import { parseArgs } from 'node:util'
import { listProofs } from './list-proofs.ts'
import type { Proof } from './proof.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { list: { type: 'boolean' }, short: { type: 'boolean' }, all: { type: 'boolean' } },
})
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
  try {
    const { figure, isPassed } = await proof.run({ isShort: values.short ?? false, progress })
    console.log(`${proof.name}: ${figure} (bar ${proof.bar}) ${isPassed ? 'pass' : 'FAIL'}`)
    return isPassed
  } catch (thrown) {
    console.error(thrown)
    console.log(`${proof.name}: not measured, ${String(thrown)} (bar ${proof.bar}) FAIL`)
    return false
  }
}
