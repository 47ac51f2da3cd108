// Locates a server's programs on this machine, or throws an error that says what to install. Debian keeps those of
// Postgres off the PATH, and Homebrew those of versioned formulas.
import { access, constants, glob } from 'node:fs/promises'
import { delimiter, join } from 'node:path'

export type ProgramSearch = {
  /** If set, the only place searched, so that a wrong setting is noticed. */
  directory?: string | undefined
  /** Searched after the PATH; may contain `*`, and then the highest version wins. */
  fallbackDirectories?: readonly string[]
  installHint: string
}

export async function findProgram(name: string, search: ProgramSearch): Promise<string> {
  for await (const directory of candidateDirectories(search)) {
    const path = join(directory, name)
    if (await isExecutable(path)) return path
  }
  const where = search.directory ?? 'the PATH and the usual directories'
  throw new Error(`${name} was not found in ${where}. ${search.installHint}`)
}

async function* candidateDirectories(search: ProgramSearch): AsyncGenerator<string> {
  if (search.directory) {
    yield search.directory
    return
  }
  yield* (process.env['PATH'] ?? '').split(delimiter).filter((directory) => directory !== '')
  for (const pattern of search.fallbackDirectories ?? []) {
    const found = await Array.fromAsync(glob(pattern))
    yield* found.sort((left, right) => right.localeCompare(left, 'en', { numeric: true }))
  }
}

async function isExecutable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  )
}
