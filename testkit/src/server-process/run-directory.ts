// The temporary directory of one server: its log, its sockets and, unless it is to be kept, its data.
import { chown, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Storage, storageDirectory } from './storage.ts'

export type ServerUser = { uid: number; gid: number }

const staleAfterMs = 3_600_000

/** The name contains our process id, so that a later run can see whether the directory is still in use. */
export async function createRunDirectory(
  server: string,
  { user, storage = 'disk' }: { user?: ServerUser | undefined; storage?: Storage | undefined } = {},
): Promise<string> {
  const parent = await storageDirectory(storage)
  await removeStaleDirectories(parent)
  const directory = await mkdtemp(join(parent, `gatehouse-${server}-${process.pid}-`))
  if (user) await chown(directory, user.uid, user.gid)
  return directory
}

export async function removeDirectory(directory: string): Promise<void> {
  await rm(directory, { recursive: true, force: true, maxRetries: 5 })
}

// A killed run cannot clean up, and a machine that runs tests all day would fill its disk. The minimum age protects
// directories of processes in another container that shares our temporary directory.
async function removeStaleDirectories(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const [, ownerPid] = /^gatehouse-[a-z]+-(\d+)-\w+$/.exec(name) ?? []
    if (ownerPid === undefined || isRunning(Number(ownerPid))) continue
    const directory = join(parent, name)
    const modifiedMs = await stat(directory).then(
      (stats) => stats.mtimeMs,
      () => Number.POSITIVE_INFINITY,
    )
    if (Date.now() - modifiedMs > staleAfterMs) await removeDirectory(directory).catch(() => undefined)
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
