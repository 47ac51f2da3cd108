// Runs the tests of the console's pages as a program of its own, and returns what they saw. The tests lead a browser to
// every state; the proofs count.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { findChromium } from '@gatehouse/testkit/start-browser'
import { type StateRecord, readStateRecords } from '../../console/state-records.ts'
import { declaredPages } from '../../tidy/repository/declared-pages.ts'
import { readRepository } from '../../tidy/repository/read-repository.ts'

export type PageTests = {
  records: readonly StateRecord[]
  /** `page: state` of the declared states that no test reached. */
  notReached: readonly string[]
  /** Whether every test passed, also those that check more than the records say. */
  isGreen: boolean
}

type RunOptions = {
  looks: 'all' | 'sample'
  /** Only the tests of these pages; without it, all. */
  pages?: readonly string[]
  progress(text: string): void
}

const root = join(import.meta.dirname, '../../..')
const progressEach = 25

/** Undefined if the machine has no Chromium. */
export async function runPageTests({ looks, pages, progress }: RunOptions): Promise<PageTests | undefined> {
  if ((await findChromium()) === undefined) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-console-'))
  const file = join(folder, 'states.jsonl')
  writeFileSync(file, '')
  const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs')
  const only = pages?.map((page) => `tests/console/pages/${page}.test.ts`) ?? ['tests/console/pages']
  const child = spawn(process.execPath, [vitest, 'run', '--project', 'console', '--silent=true', ...only], {
    cwd: root,
    env: { ...process.env, CONSOLE_LOOKS: looks, CONSOLE_RECORD: file, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const failed: string[] = []
  let reported = 0
  for await (const chunk of child.stdout) {
    failed.push(...(String(chunk).match(/FAIL .*/g) ?? []))
    const seen = readStateRecords(file).length
    if (seen < reported + progressEach) continue
    reported = seen
    progress(`${seen} states seen`)
  }
  if (child.exitCode === null) await once(child, 'exit')
  for (const line of new Set(failed)) progress(line.trim())
  const records = readStateRecords(file)
  rmSync(folder, { recursive: true })
  return { records, notReached: findNotReached(records, pages), isGreen: child.exitCode === 0 }
}

function findNotReached(records: readonly StateRecord[], pages: readonly string[] | undefined): string[] {
  const seen = new Set(records.map(({ page, state }) => `${page}: ${state}`))
  return declaredPages(readRepository())
    .filter(({ name }) => pages?.includes(name) ?? true)
    .flatMap(({ name, states }) => states.map((state) => `${name}: ${state}`))
    .filter((state) => !seen.has(state))
}
