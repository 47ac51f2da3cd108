import { execFile } from 'node:child_process'
import { cp, mkdir, readdir, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

const workspaceFolders = ['apps', 'deploy', 'domain', 'foundation']

/**
 * Copies the files of the repository, and links the installed packages. The links between packages of the repository are
 * copied as they are, relative, so that all packages of the copy import each other and not the originals.
 */
export async function copyRepository(root: string, copy: string): Promise<void> {
  for (const path of await listFiles(root)) {
    await mkdir(dirname(join(copy, path)), { recursive: true })
    await cp(join(root, path), join(copy, path), { verbatimSymlinks: true })
  }
  await mkdir(join(copy, 'node_modules'))
  for (const name of await readdir(join(root, 'node_modules'))) {
    const [installed, linked] = [join(root, 'node_modules', name), join(copy, 'node_modules', name)]
    if (name === '@gatehouse') await copyLinks(installed, linked)
    else await symlink(installed, linked)
  }
  for (const folder of [...(await listPackages(root)), 'testkit', 'tests'])
    await copyLinks(join(root, folder, 'node_modules'), join(copy, folder, 'node_modules'))
}

/** Files that are tracked, or new and not ignored, and exist. */
async function listFiles(root: string): Promise<string[]> {
  const list = async (...flags: string[]) => {
    const { stdout } = await promisify(execFile)('git', ['ls-files', '-z', ...flags], {
      cwd: root,
      maxBuffer: 100_000_000,
    })
    return stdout.split('\0').filter((path) => path !== '')
  }
  const deleted = new Set(await list('--deleted'))
  return (await list('--cached', '--others', '--exclude-standard')).filter((path) => !deleted.has(path))
}

async function listPackages(root: string): Promise<string[]> {
  const inFolder = async (folder: string) =>
    (await readdir(join(root, folder), { withFileTypes: true }))
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => join(folder, name))
  return (await Promise.all(workspaceFolders.map(inFolder))).flat()
}

/** Does nothing if the package has no dependencies. Caches of tools are left out; their names begin with a dot. */
async function copyLinks(from: string, to: string): Promise<void> {
  await cp(from, to, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !path.slice(from.length).includes('/.'),
  }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
}
