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
  const entries = proofs.map((proof) => ({ proof, last: findLast(proof.name, records) }))
  return `# Proofs and their last results

Generated from the proofs and \`docs/proofs.jsonl\` by \`pnpm prove --report\`; do not edit. A run with \`--record\` adds a
result. The long form judges the bar; the short form is smaller and judges only right or wrong. A proof of the tier
*push* runs in its short form on every push. Proofs of the tiers *daily*, which also decide right or wrong, and *night*, which
measure time or scale, run in their long form every night. The last result of the long form is shown if there is one.

| proof | tier | verdict | form | date | commit | load / cores |
|---|---|---|---|---|---|---|
${entries.map(describeRow).join('\n')}

${entries.map(describeProof).join('\n\n')}
`
}

type Entry = { proof: Proof; last: ProofRecord | undefined }

/** A short run must not hide what the long form found. */
function findLast(name: string, records: readonly ProofRecord[]): ProofRecord | undefined {
  const own = records.filter(({ proof }) => proof === name)
  return own.findLast(({ form }) => form === 'long') ?? own.at(-1)
}

function describeRow({ proof: { name, tier }, last }: Entry): string {
  const result = last
    ? [
        last.verdict,
        last.form,
        last.date.slice(0, 10),
        `\`${last.commit}\``,
        `${last.load.toFixed(1)} / ${last.cores}`,
      ]
    : ['never', '', '', '', '']
  return `| [${name}](#${name}) | ${tier} | ${result.join(' | ')} |`
}

function describeProof({ proof: { name, claim, bar }, last }: Entry): string {
  return `## ${name}\n\n- Claim: ${claim}\n- Bar: ${bar}\n- Last result: ${last ? `${last.figure} (${last.verdict})` : 'never'}`
}
