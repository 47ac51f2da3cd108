import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { ServerUser } from './run-directory.ts'

const run = promisify(execFile)

/** The user for servers that refuse to run as root, such as Postgres; undefined if we are not root. */
export async function unprivilegedUser(): Promise<ServerUser | undefined> {
  if (process.getuid?.() !== 0) return undefined
  for (const name of ['postgres', 'nobody']) {
    const ids = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])]).catch(() => undefined)
    if (ids) return { uid: Number(ids[0].stdout), gid: Number(ids[1].stdout) }
  }
  throw new Error(
    'Postgres refuses to run as root, and this machine has neither a user postgres nor nobody to run it as',
  )
}
