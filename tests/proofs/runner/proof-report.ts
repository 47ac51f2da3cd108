// docs/proofs.md: every proof with its claim, its bar and its last recorded result.
import { readFileSync, writeFileSync } from 'node:fs'
import type { Proof } from '../proof.ts'
import { type ProofRecord, readRecords } from './proof-records.ts'

const reportFile = new URL('../../../docs/proofs.md', import.meta.url)

export function readReport(): string {
  return readFileSync(reportFile, 'utf8')
}

export function writeReport(proofs: readonly Proof[]): void {
  writeFileSync(reportFile, composeReport(proofs, readRecords()))
}

export function composeReport(proofs: readonly Proof[], records: readonly ProofRecord[]): string {
  const entries = proofs.map((proof) => ({ proof, ...findLast(proof.name, records) }))
  return `# Proofs and their last results

Generated from the proofs and \`docs/proofs.jsonl\` by \`pnpm prove --report\`; do not edit. A run with \`--record\` adds a
result. The long form judges the bar; the short form is smaller and judges only right or wrong. A proof of the tier
*push* runs in its short form on every push. Proofs of the tiers *daily*, which also decide right or wrong, and *night*, which
measure time or scale, run in their long form every night. The last result of the long form is shown if there is one; the
verdict says how many of its runs passed if the same code was judged more than once. *code* is the hash of all code files at
that time, or the commit in early records; \`pnpm prove --list --recorded\` says which proofs are recorded for the code as it is.

| proof | tier | verdict | form | date | code | load / cores |
|---|---|---|---|---|---|---|
${entries.map(describeRow).join('\n')}

${entries.map(describeProof).join('\n\n')}
`
}

type Found = {
  last: ProofRecord | undefined
  /** All runs of the same form on the same code. */
  runs: readonly ProofRecord[]
}
type Entry = Found & { proof: Proof }

/** A short run must not hide what the long form found, and the last run not what an earlier one of the same code found. */
function findLast(name: string, records: readonly ProofRecord[]): Found {
  const own = records.filter(({ proof }) => proof === name)
  const last = own.findLast(({ form }) => form === 'long') ?? own.at(-1)
  const runs = own.filter(({ form, ...run }) => last && form === last.form && codeOf(run) === codeOf(last))
  return { last, runs }
}

function codeOf({ code, commit }: Pick<ProofRecord, 'code' | 'commit'>): string {
  return code ?? commit
}

function describeRow({ proof: { name, tier }, last, runs }: Entry): string {
  const result = last
    ? [
        describeVerdict(last, runs),
        last.form,
        last.date.slice(0, 10),
        `\`${codeOf(last)}\``,
        `${last.load.toFixed(1)} / ${last.cores}`,
      ]
    : ['never', '', '', '', '']
  return `| [${name}](#${name}) | ${tier} | ${result.join(' | ')} |`
}

function describeVerdict({ verdict }: ProofRecord, runs: readonly ProofRecord[]): string {
  const passed = runs.filter((run) => run.verdict === 'passed').length
  return runs.length > 1 && passed < runs.length ? `${verdict}, ${passed} of ${runs.length} passed` : verdict
}

function describeProof({ proof: { name, claim, bar }, last, runs }: Entry): string {
  const earlierBar =
    last?.bar === undefined || last.bar === bar ? '' : `\n- Bar of the last result: ${last.bar}`
  const result = last ? `${last.figure} (${describeVerdict(last, runs)})` : 'never'
  return `## ${name}\n\n- Claim: ${claim}\n- Bar: ${bar}${earlierBar}\n- Last result: ${result}`
}
