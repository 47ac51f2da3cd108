// Prepares a data directory for a Postgres that runs as another user, which it must if we are root. That user has to
// own the directory and be able to reach it.
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { access, mkdir, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import type { ServerUser } from './run-directory.ts'

const run = promisify(execFile)

/**
 * Returns the wanted directory. If the user cannot enter one of its parents (such as /root), returns a directory under
 * the temporary directory instead, always the same one for the same wanted directory.
 */
export async function preparePostgresDirectory(wanted: string, user?: ServerUser): Promise<string> {
  const wantedPath = resolve(wanted)
  const directory = (await canReach(dirname(wantedPath), user)) ? wantedPath : substituteFor(wantedPath)
  await mkdir(directory, { recursive: true, mode: 0o700 })
  if (!(await isInitialised(directory)) && (await readdir(directory)).length > 0) {
    throw new Error(`${directory} contains files that are not Postgres data; use an empty directory`)
  }
  if (user) await run('chown', ['-R', `${user.uid}:${user.gid}`, directory])
  return directory
}

export async function isInitialised(directory: string): Promise<boolean> {
  return access(join(directory, 'PG_VERSION')).then(
    () => true,
    () => false,
  )
}

// Checked by the kernel as that user, because modes alone are not enough: there are access control lists too.
async function canReach(parent: string, user?: ServerUser): Promise<boolean> {
  await mkdir(parent, { recursive: true })
  if (!user) return true
  return run('test', ['-x', parent], { cwd: '/', ...user }).then(
    () => true,
    () => false,
  )
}

function substituteFor(wanted: string): string {
  const name = createHash('sha256').update(wanted).digest('hex').slice(0, 16)
  return join(tmpdir(), `gatehouse-data-${name}`)
}
