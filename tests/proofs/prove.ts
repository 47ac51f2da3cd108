// `pnpm prove <name>…`: runs proofs. Each ends with one line, `<name>: <figure> (bar <bar>) pass|FAIL|not measured`.
import { parseArgs } from 'node:util'
import type { NightProof, Proof, ProofResult } from './proof.ts'
import { createDatabaseTemplate, templateSetting } from './runner/database-template.ts'
import { listProofs } from './runner/list-proofs.ts'
import {
  appendRecord,
  findRecorded,
  hasChangedCode,
  readCode,
  readConditions,
} from './runner/proof-records.ts'
import { writeReport } from './runner/proof-report.ts'
import { runProof } from './runner/run-proof.ts'
import { tryTools } from './runner/try-tools.ts'

const exitCodes = { passed: 0, failed: 1, 'not measured': 2, usage: 64 } as const
const verdicts = { passed: 'pass', failed: 'FAIL', 'not measured': 'not measured' } as const

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    list: { type: 'boolean' },
    all: { type: 'boolean' },
    /** Only proofs of this tier. */
    tier: { type: 'string' },
    short: { type: 'boolean' },
    record: { type: 'boolean' },
    /** With --list: which proofs are recorded for the code as it is. */
    recorded: { type: 'boolean' },
    report: { type: 'boolean' },
    'try-tools': { type: 'boolean' },
    'create-template': { type: 'string' },
  },
})
const proofs = (await listProofs()).filter(({ tier }) => values.tier === undefined || tier === values.tier)
process.exitCode = await runCommand()

async function runCommand(): Promise<number> {
  if (values.list) return printList()
  if (values.report) writeReport(proofs)
  else if (values['create-template']) await createDatabaseTemplate(values['create-template'])
  else if (values['try-tools']) return tryNightTools()
  else return proveChosen()
  return exitCodes.passed
}

function printList(): number {
  const width = Math.max(...proofs.map(({ name }) => name.length))
  if (values.recorded) return printRecorded(width)
  for (const { name, tier, claim, bar } of proofs)
    console.log(`${name.padEnd(width)}  ${tier.padEnd(5)}  ${claim} (bar ${bar})`)
  return exitCodes.passed
}

function printRecorded(width: number): number {
  const recorded = findRecorded(readCode())
  for (const { name, tier } of proofs)
    console.log(
      `${name.padEnd(width)}  ${tier.padEnd(5)}  ${recorded.has(name) ? 'recorded for this code' : 'not recorded since the code changed'}`,
    )
  console.log(`${recorded.size} of ${proofs.length} are recorded for this code`)
  return exitCodes.passed
}

async function tryNightTools(): Promise<number> {
  const night = proofs.filter((proof): proof is NightProof => proof.tier === 'night')
  const failures = await tryTools(night)
  for (const failure of failures) console.log(`FAIL ${failure}`)
  console.log(`the tools of ${night.length - failures.length} of ${night.length} night proofs work`)
  return failures.length === 0 ? exitCodes.passed : exitCodes.failed
}

async function proveChosen(): Promise<number> {
  const chosen = values.all ? proofs : proofs.filter(({ name }) => positionals.includes(name))
  const unknown = positionals.filter((name) => !proofs.some((proof) => proof.name === name))
  if (chosen.length === 0 || unknown.length > 0) {
    console.error(
      unknown.length > 0 ? `There is no proof "${unknown.join('", "')}".` : 'Name a proof, or --all.',
    )
    console.error('pnpm prove --list shows them all.')
    return exitCodes.usage
  }
  if (values.record && hasChangedCode()) {
    console.error('A record names the code that was judged: commit the changes first.')
    return exitCodes.usage
  }
  await using template =
    chosen.length > 1 && !process.env[templateSetting] ? await createDatabaseTemplate() : undefined
  if (template) process.env[templateSetting] = template.directory
  const outcomes: ProofResult['outcome'][] = []
  const left = leaveOutRecorded(chosen)
  for (const proof of left) outcomes.push(await prove(proof))
  if (values.record) writeReport(await listProofs())
  const worst = (['failed', 'not measured'] as const).find((outcome) => outcomes.includes(outcome))
  return exitCodes[worst ?? 'passed']
}

/** A run of all proofs takes hours: if it was interrupted, the next one continues with those that are not recorded. */
function leaveOutRecorded(chosen: readonly Proof[]): readonly Proof[] {
  if (!values.all || !values.record || values.short) return chosen
  const recorded = findRecorded(readCode())
  const left = chosen.filter(({ name }) => !recorded.has(name))
  if (left.length < chosen.length)
    console.log(
      `${chosen.length - left.length} of ${chosen.length} proofs are recorded for this code; ${left.length} are left`,
    )
  return left
}

async function prove(proof: Proof): Promise<ProofResult['outcome']> {
  const isShort = values.short ?? false
  const conditions = values.record ? readConditions(isShort) : undefined
  console.log(`${proof.name}: ${proof.claim}`)
  const result = await runProof(proof, { isShort })
  if (conditions) appendRecord(proof, result, conditions)
  const figure = result.outcome === 'not measured' ? result.reason : result.figure
  console.log(`${proof.name}: ${figure} (bar ${proof.bar}) ${verdicts[result.outcome]}`)
  return result.outcome
}
