// The record of proof runs, docs/proofs.jsonl: one line per run made with `--record`. Lines are appended and never edited.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
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
  /** The bar at that time; missing in the earliest records. */
  bar: z.string().optional(),
  /** Names the content of all code files, so that it stays the same when commits are rebased; missing in the earliest records. */
  code: z.string().optional(),
  /** Ends in `-dirty`, in early records, if the code had changes that are in no commit. */
  commit: z.string(),
  date: z.iso.datetime(),
  /** Load average of one minute when the run began; a quiet machine is below 1. */
  load: z.number(),
  cores: z.number(),
})
export type ProofRecord = z.infer<typeof proofRecord>

export type RunConditions = Pick<ProofRecord, 'form' | 'commit' | 'date' | 'load' | 'cores'> & {
  code: string
}

// Documents, to which these records belong, change without changing what a proof measures.
const codeOnly = ['.', ':!docs', ':!*.md']

function git(...words: string[]): string {
  const options = { cwd: repositoryRoot, encoding: 'utf8', maxBuffer: 16 * 1_048_576 } as const
  return execFileSync('git', words, options).trim()
}

/** Names of the proofs whose long form was recorded for this code. */
export function findRecorded(code: string, records: readonly ProofRecord[] = readRecords()): Set<string> {
  const ofCode = records.filter((record) => record.form === 'long' && record.code === code)
  return new Set(ofCode.map(({ proof }) => proof))
}

/** Whether code files differ from the last commit. */
export function hasChangedCode(): boolean {
  return git('status', '--porcelain', '--', ...codeOnly) !== ''
}

/** Ten digits of the hash of all code files. */
export function readCode(): string {
  const files = git('ls-files', '--stage', '--', ...codeOnly)
  return createHash('sha256').update(files).digest('hex').slice(0, 10)
}

/** Read before the run: the run itself loads the machine. */
export function readConditions(isShort: boolean): RunConditions {
  return {
    form: isShort ? 'short' : 'long',
    code: readCode(),
    commit: git('rev-parse', '--short=10', 'HEAD'),
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
    bar: proof.bar,
    ...conditions,
  }
  appendFileSync(recordsFile, `${JSON.stringify(record)}\n`)
}

export function readRecords(): ProofRecord[] {
  const lines = readFileSync(recordsFile, 'utf8').split('\n').filter(Boolean)
  return lines.map((line) => proofRecord.parse(JSON.parse(line)))
}
