// Runs the official conformance suite as published and reads its findings.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type Revision = '2026-07-28' | '2025-11-25'

/** A check in the suite's own format. */
export type Check = { id: string; status: string; errorMessage?: string }

export type Scenario = { name: string; checks: readonly Check[] }

/** Runs all scenarios that the revision requires, and the optional ones. */
export async function runSuite(revision: Revision, url: string): Promise<Scenario[]> {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-conformance-'))
  try {
    const entry = createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/dist/index.js')
    const suite = spawn(
      process.execPath,
      [entry, 'server', '--url', url, '--requirements', revision, '--output-dir', folder],
      { stdio: 'ignore' },
    )
    // The exit code also reflects scenarios that do not apply to us, so only the written findings count.
    await once(suite, 'exit')
    const names = await readdir(folder)
    return await Promise.all(names.toSorted().map((name) => readScenario(folder, name)))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** `server-tools-list-2026-11-15T19-50-20-072Z` holds the checks of `tools-list`. */
async function readScenario(folder: string, name: string): Promise<Scenario> {
  const checks = JSON.parse(await readFile(join(folder, name, 'checks.json'), 'utf8')) as Check[]
  return { name: name.replace(/^server-/, '').replace(/-\d{4}-\d\d-\d\dT[\d-]+Z$/, ''), checks }
}
