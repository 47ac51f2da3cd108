// A package is imported only through the sub-paths that its package.json exports. A moved target, or an import of an
// unlisted file, would fail when the service starts; here it fails earlier. A sub-path ends with the name of its file, and
// another package imports it: what is exported counts as used, so that code without a user would stay.
import { posix } from 'node:path'
import { typeScriptFiles } from '../repository/file-kinds.ts'
import { lineNumberOf } from '../repository/line-number.ts'
import type { Repository, RepositoryFile } from '../repository/repository.ts'
import type { RuleOutcome, Violation } from '../repository/rule.ts'
import { scanImports } from '../repository/scan-imports.ts'
import {
  type ExportTarget,
  splitInternalSpecifier,
  type WorkspacePackage,
  workspacePackages,
} from '../repository/workspace-packages.ts'

export function exportsExist(repository: Repository): RuleOutcome {
  const packages = workspacePackages(repository)
  const targets = packages.flatMap((owner) =>
    targetsOf(owner).map((target) => ({ owner, target, path: posix.join(owner.directory, target) })),
  )
  const missing = targets
    .filter(({ path }) => !repository.paths.has(path))
    .map(({ owner, target }) => ({
      path: owner.manifestPath,
      line: lineNumberOf(owner.manifestText, `"${target}"`),
      message: `points to ${target}, which does not exist: fix the target or remove the entry`,
    }))
  const misnamed = packages.flatMap(findMisnamed)
  const files = typeScriptFiles(repository)
  const named = files.flatMap(findNamed)
  const unused = packages.flatMap((owner) => findUnused(owner, named))
  return {
    inspected: targets.length,
    violations: [
      ...missing,
      ...misnamed,
      ...unused,
      ...files.flatMap((file) => checkImports(file, packages)),
    ],
  }
}

function targetsOf({ manifest: { exports, bin } }: WorkspacePackage): string[] {
  return [...leaves(exports), ...leaves(bin)]
}

function leaves(target: ExportTarget | undefined): string[] {
  if (target === undefined || target === null) return []
  return typeof target === 'string' ? [target] : Object.values(target).flatMap(leaves)
}

/** `./define-route` must lead to `define-route.ts`; a `route.ts` is named after its folder. */
function findMisnamed({ manifest: { exports }, manifestPath, manifestText }: WorkspacePackage): Violation[] {
  if (typeof exports !== 'object' || exports === null) return []
  return Object.entries(exports).flatMap(([subPath, target]) => {
    if (typeof target !== 'string') return []
    const expected = nameOf(target)
    if (posix.basename(subPath) === expected || posix.extname(subPath) !== '') return []
    return [
      {
        path: manifestPath,
        line: lineNumberOf(manifestText, `"${subPath}"`),
        message: `exports ${target} as ${subPath}: end the sub-path with ${expected}, so that an import names the file`,
      },
    ]
  })
}

type Named = { specifier: string; path: string }

/** Also in `new URL(import.meta.resolve('…'))` and the like, which import nothing. */
function findNamed({ path, text }: RepositoryFile): Named[] {
  return [...text.matchAll(/'(@gatehouse\/[^']+)'/g)].map(([, specifier = '']) => ({ specifier, path }))
}

function findUnused(owner: WorkspacePackage, named: readonly Named[]): Violation[] {
  const elsewhere = named.filter(({ path }) => !path.startsWith(`${owner.directory}/`))
  const used = new Set(elsewhere.map(({ specifier }) => specifier))
  return exportedSubPaths(owner).flatMap((subPath) => {
    if (used.has(posix.join(owner.name, subPath))) return []
    return [
      {
        path: owner.manifestPath,
        line: lineNumberOf(owner.manifestText, `"${subPath}"`),
        message: `exports ${subPath}, which no other package imports: remove the entry`,
      },
    ]
  })
}

function nameOf(target: string): string {
  const name = posix.basename(target).replace(/(?:\.generated)?\.\w+$/, '')
  return name === 'route' ? posix.basename(posix.dirname(target)) : name
}

function checkImports(file: RepositoryFile, packages: readonly WorkspacePackage[]): Violation[] {
  return scanImports(file.text).flatMap(({ specifier, line }) => {
    const parts = splitInternalSpecifier(specifier)
    if (!parts) return []
    const target = packages.find(({ name }) => name === parts.name)
    const at = { path: file.path, line }
    if (!target) return [{ ...at, message: `imports ${specifier}, but there is no package ${parts.name}` }]
    if (exportedSubPaths(target).includes(parts.subPath)) return []
    const message = `imports ${specifier}, which ${target.manifestPath} does not export: add '${parts.subPath}' there`
    return [{ ...at, message }]
  })
}

function exportedSubPaths({ manifest: { exports } }: WorkspacePackage): string[] {
  if (exports === undefined || exports === null) return []
  return typeof exports === 'string' ? ['.'] : Object.keys(exports)
}
