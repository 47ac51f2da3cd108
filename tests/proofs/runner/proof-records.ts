// The record of proof runs, docs/proofs.jsonl: one line per run made with `--record`. Lines are appended and never edited.
import { execFileSync } from 'node:child_process'
import { appendFileSync, readFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import type { Proof, ProofResult } from '../proof.ts'

const repositoryRoot = fileURLToPath(new URL('../../../', import.meta.url))
const recordsFile = `${repositoryRoot}docs/proofs.jsonl`

const proofRecord = z.strictObject({
  proof: z.string(),
  verdict: z.enum(['passed', 'failed', 'not measured']),
  /** The measured figure, or the reason why there is none. */
  figure: z.string(),
  form: z.enum(['long', 'short']),
  /** Ends in `-dirty` if the code had changes that are in no commit. */
  commit: z.string(),
  date: z.iso.datetime(),
  /** Load average of one minute when the run began; a quiet machine is below 1. */
  load: z.number(),
  cores: z.number(),
})
export type ProofRecord = z.infer<typeof proofRecord>

export type RunConditions = Pick<ProofRecord, 'form' | 'commit' | 'date' | 'load' | 'cores'>

// Documents, to which these records belong, change without changing what a proof measures.
const codeOnly = ['.', ':!docs', ':!*.md']

function git(...words: string[]): string {
  return execFileSync('git', words, { cwd: repositoryRoot, encoding: 'utf8' }).trim()
}

/** Names of the proofs whose long form was recorded for the code as it is now. */
export function findRecorded(records: readonly ProofRecord[] = readRecords()): Set<string> {
  const { commit } = readConditions(false)
  if (commit.endsWith('-dirty')) return new Set()
  const isSameCode = new Map(
    [...new Set(records.map((record) => record.commit))].map((earlier) => [earlier, hasSameCode(earlier)]),
  )
  return new Set(
    records
      .filter((record) => record.form === 'long' && isSameCode.get(record.commit))
      .map(({ proof }) => proof),
  )
}

function hasSameCode(commit: string): boolean {
  if (!/^[0-9a-f]+$/.test(commit)) return false
  try {
    git('diff', '--quiet', commit, 'HEAD', '--', ...codeOnly)
    return true
  } catch {
    return false
  }
}

/** Read before the run: the run itself loads the machine. */
export function readConditions(isShort: boolean): RunConditions {
  const changes = git('status', '--porcelain', '--', ...codeOnly)
  return {
    form: isShort ? 'short' : 'long',
    commit: `${git('rev-parse', '--short=10', 'HEAD')}${changes === '' ? '' : '-dirty'}`,
    date: new Date().toISOString(),
    load: Number((loadavg()[0] ?? 0).toFixed(2)),
    cores: availableParallelism(),
  }
}

export function appendRecord(proof: Proof, result: ProofResult, conditions: RunConditions): void {
  const record: ProofRecord = {
    proof: proof.name,
    verdict: result.outcome,
    figure: result.outcome === 'not measured' ? result.reason : result.figure,
    ...conditions,
  }
  appendFileSync(recordsFile, `${JSON.stringify(record)}\n`)
}

export function readRecords(): ProofRecord[] {
  const lines = readFileSync(recordsFile, 'utf8').split('\n').filter(Boolean)
  return lines.map((line) => proofRecord.parse(JSON.parse(line)))
}
