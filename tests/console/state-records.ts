// What the tests of the pages saw in each state, for the proofs that count it.
import { appendFileSync, readFileSync } from 'node:fs'
import type { LookedAt } from './check-page.ts'

export type StateRecord = {
  page: string
  state: string
  looks: readonly LookedAt[]
  /** Violations of the content policy, exceptions, and requests to other origins. */
  problems: readonly string[]
}

/** Adds a line to the file that `CONSOLE_RECORD` names; without it, nothing is kept. */
export function recordState(record: StateRecord): void {
  const path = process.env['CONSOLE_RECORD']
  if (path !== undefined) appendFileSync(path, `${JSON.stringify(record)}\n`)
}

export function readStateRecords(path: string): StateRecord[] {
  const lines = readFileSync(path, 'utf8').split('\n')
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as StateRecord)
}
