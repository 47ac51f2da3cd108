// The shape of the production code: how long files are, and which small ones have a single user.
import { isForTests, isGenerated, isProduct, isTest, isTypeScript } from '../../tidy/repository/file-kinds.ts'
import type { Repository, RepositoryFile } from '../../tidy/repository/repository.ts'
import { isRelative, resolveRelative, scanImports } from '../../tidy/repository/scan-imports.ts'
import {
  type ExportTarget,
  type WorkspacePackage,
  packageOf,
  splitInternalSpecifier,
  workspacePackages,
} from '../../tidy/repository/workspace-packages.ts'

const smallLinesMax = 40

export type FileShape = {
  count: number
  medianLines: number
  p90Lines: number
  largest: { path: string; lines: number }
  /** Files of at most 40 lines that only one file uses, in the same package. */
  smallWithOneUser: readonly string[]
}

export function productionFiles(repository: Repository): RepositoryFile[] {
  return repository.files.filter(
    ({ path }) =>
      isProduct(path) && isTypeScript(path) && !isTest(path) && !isForTests(path) && !isGenerated(path),
  )
}

export function measureFiles(repository: Repository): FileShape {
  const files = productionFiles(repository)
  const bySize = files
    .map(({ path, text }) => ({ path, lines: countLines(text) }))
    .sort((a, b) => a.lines - b.lines)
  const at = (share: number) => bySize[Math.floor(share * (bySize.length - 1))]?.lines ?? 0
  const packages = workspacePackages(repository)
  const users = findUsers(files, packages)
  return {
    count: files.length,
    medianLines: at(0.5),
    p90Lines: at(0.9),
    largest: bySize.at(-1) ?? { path: '', lines: 0 },
    smallWithOneUser: bySize
      .filter(({ lines }) => lines <= smallLinesMax)
      .filter(({ path }) => {
        const [user, ...others] = users.get(path) ?? []
        return (
          user !== undefined && others.length === 0 && packageOf(packages, user) === packageOf(packages, path)
        )
      })
      .map(({ path }) => path),
  }
}

function countLines(text: string): number {
  return text.split('\n').length - (text.endsWith('\n') ? 1 : 0)
}

/** For each file the production files that import it, by a relative path or through a package's exports. */
function findUsers(
  files: readonly RepositoryFile[],
  packages: readonly WorkspacePackage[],
): ReadonlyMap<string, ReadonlySet<string>> {
  const users = new Map<string, Set<string>>()
  const exportsOf = readExports(packages)
  for (const file of files) {
    for (const { specifier } of scanImports(file.text)) {
      const target = resolveImport(file, specifier, exportsOf)
      if (target === undefined) continue
      const known = users.get(target) ?? new Set()
      users.set(target, known.add(file.path))
    }
  }
  return users
}

/**
 * The files of apps and domain that a file loads when it runs, itself included: what a newcomer may have to open to
 * follow it. Foundation knows no business and is left out.
 */
export function importClosure(repository: Repository, entry: string): string[] {
  const files = new Map(productionFiles(repository).map((file) => [file.path, file]))
  const exportsOf = readExports(workspacePackages(repository))
  const reached = new Set<string>()
  const visit = (path: string): void => {
    const file = files.get(path)
    if (!file || reached.has(path)) return
    reached.add(path)
    for (const { specifier, isTypeOnly } of scanImports(file.text)) {
      const target = isTypeOnly ? undefined : resolveImport(file, specifier, exportsOf)
      if (target !== undefined) visit(target)
    }
  }
  visit(entry)
  return [...reached].filter((path) => !path.startsWith('foundation/')).sort()
}

type PackageExports = ReadonlyMap<string, { directory: string; exports: ExportTarget | undefined }>

function readExports(packages: readonly WorkspacePackage[]): PackageExports {
  return new Map(
    packages.map(({ name, directory, manifest }) => [name, { directory, exports: manifest.exports }]),
  )
}

function resolveImport(
  file: RepositoryFile,
  specifier: string,
  exportsOf: PackageExports,
): string | undefined {
  return isRelative(specifier) ? resolveRelative(file, specifier) : resolveExport(specifier, exportsOf)
}

function resolveExport(specifier: string, targets: PackageExports): string | undefined {
  const parts = splitInternalSpecifier(specifier)
  const owner = parts && targets.get(parts.name)
  if (!owner || typeof owner.exports !== 'object' || owner.exports === null) return undefined
  const target = owner.exports[parts.subPath]
  return typeof target === 'string' ? `${owner.directory}/${target.replace(/^\.\//, '')}` : undefined
}
