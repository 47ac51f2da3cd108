// An earlier commit in a folder of its own, with its dependencies installed.
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const repositoryRoot = fileURLToPath(new URL('../../../../', import.meta.url))
const run = promisify(execFile)

/** Resolves to the folder; throws if the commit is not in this clone or its dependencies cannot be installed. */
export async function checkOut(scope: AsyncDisposableStack, commit: string): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'gatehouse-earlier-'))
  const git = (...args: string[]) => run('git', args, { cwd: repositoryRoot })
  scope.defer(async () => {
    await git('worktree', 'remove', '--force', directory).catch(() => undefined)
    await rm(directory, { recursive: true, force: true })
  })
  await git('worktree', 'add', '--force', '--detach', directory, commit)
  const { packageManager } = JSON.parse(await readFile(join(directory, 'package.json'), 'utf8')) as {
    packageManager: string
  }
  const install = ['pnpm', 'install', '--frozen-lockfile', '--prefer-offline', '--prod=false']
  await run(
    'npm',
    [
      'exec',
      '--yes',
      `--package=node@${process.versions.node}`,
      `--package=${packageManager}`,
      '--',
      ...install,
    ],
    { cwd: directory },
  )
  return directory
}
