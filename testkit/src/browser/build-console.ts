// Builds apps/console for development, which adds the page /design, unless its build is newer than its sources. The
// console is started by its path and not imported: it is a program for browsers, and the backend serves a directory.
import { execFile } from 'node:child_process'
import { mkdirSync, readdirSync, rmdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { waitUntil } from '../wait-until.ts'

const folder = join(import.meta.dirname, '../../../apps/console')
const dist = join(folder, 'development/dist')
const sources = ['src', 'public', 'index.html', 'vite.config.ts', 'package.json']
// Two processes that build at the same time would empty each other's directory.
const lock = join(folder, 'node_modules/.console-build')
const lockOldMs = 120_000

/** Returns the directory of the built files. */
export async function buildConsole(): Promise<string> {
  if (isCurrent()) return dist
  await waitUntil(takeLock, { withinMs: lockOldMs + 5_000, what: 'another build of the console to end' })
  try {
    const vite = join(folder, 'node_modules/vite/bin/vite.js')
    if (!isCurrent())
      await promisify(execFile)(process.execPath, [vite, 'build', '--mode', 'development'], { cwd: folder })
  } finally {
    rmdirSync(lock)
  }
  return dist
}

function takeLock(): boolean {
  try {
    mkdirSync(lock)
    return true
  } catch {
    const made = statSync(lock, { throwIfNoEntry: false })
    // Left behind by a process that was killed.
    if (made && Date.now() - made.mtimeMs > lockOldMs) rmdirSync(lock)
    return false
  }
}

function isCurrent(): boolean {
  const built = statSync(join(dist, '.vite/manifest.json'), { throwIfNoEntry: false })
  return (
    built !== undefined && built.mtimeMs > Math.max(...sources.map((name) => newestMs(join(folder, name))))
  )
}

function newestMs(path: string): number {
  const { mtimeMs } = statSync(path)
  if (!statSync(path).isDirectory()) return mtimeMs
  const inside = readdirSync(path, { recursive: true, encoding: 'utf8' })
  return Math.max(mtimeMs, ...inside.map((name) => statSync(join(path, name)).mtimeMs))
}
