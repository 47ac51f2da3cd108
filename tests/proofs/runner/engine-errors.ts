// An error of the task engine makes any proof fail, whatever else it measures: housekeeping once threw every minute
// while all proofs passed. The log lines come from services and from the proofs' own worker processes, which may be
// killed at any moment, so the errors are collected in a file whose name child processes inherit.
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { engineErrorMessage } from '@gatehouse/tasks/engine-error'
import { serviceLineChannel } from '@gatehouse/testkit/start-service-process'

const fileSetting = 'PROOF_ENGINE_ERRORS_FILE'
// Proofs take the database down on purpose; that the engine cannot reach it then is not an engine error.
const awayCodes = new Set(['postgres.unreachable', 'postgres.outcome_unknown'])

export type EngineErrors = Disposable & { errors(): string[] }

export function watchEngineErrors(): EngineErrors {
  const directory = mkdtempSync(join(tmpdir(), 'gatehouse-proof-'))
  const file = join(directory, 'engine-errors')
  writeFileSync(file, '')
  process.env[fileSetting] = file
  const read = (line: unknown) => keepEngineError(String(line))
  subscribe(serviceLineChannel, read)
  return {
    errors: () => readFileSync(file, 'utf8').split('\n').filter(Boolean),
    [Symbol.dispose]() {
      unsubscribe(serviceLineChannel, read)
      delete process.env[fileSetting]
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

/** Keeps a log line if it reports an engine error. */
export function keepEngineError(line: string): void {
  const file = process.env[fileSetting]
  if (file !== undefined && isEngineError(line)) appendFileSync(file, `${line.trimEnd()}\n`)
}

function isEngineError(line: string): boolean {
  if (!line.includes(engineErrorMessage)) return false
  const code = /"code":"([^"]*)"/.exec(line)?.[1]
  return code === undefined || !awayCodes.has(code)
}
