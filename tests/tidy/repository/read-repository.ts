// Reads the files that git tracks or would track: ignored files are exempt from style, and files that were written but
// not yet added are not.
import { execFileSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createRepository, type Repository, type RepositoryFile } from './repository.ts'

const root = join(import.meta.dirname, '../../..')

export function readRepository(): Repository {
  const listing = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  const files: RepositoryFile[] = []
  const binaryPaths: string[] = []
  for (const path of new Set(listing.split('\0'))) {
    const bytes = path === '' ? undefined : readIfPresent(join(root, path))
    if (!bytes) continue
    if (isBinary(bytes)) binaryPaths.push(path)
    else files.push({ path, text: bytes.toString('utf8') })
  }
  return createRepository(
    files.sort((a, b) => (a.path < b.path ? -1 : 1)),
    binaryPaths,
  )
}

/** Git also lists a file that was deleted but not yet staged, and a nested checkout as a folder. */
function readIfPresent(path: string): Buffer | undefined {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ? readFileSync(path) : undefined
}

/** Git's own heuristic: a NUL in the first 8,000 bytes. */
function isBinary(bytes: Buffer): boolean {
  return bytes.subarray(0, 8_000).includes(0)
}
