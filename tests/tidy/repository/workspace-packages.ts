// The workspace packages as pnpm sees them: the root, and the folders that pnpm-workspace.yaml names and that contain a
// package.json.
import { posix } from 'node:path'
import { findFile, type Repository } from './repository.ts'

export type WorkspacePackage = {
  name: string
  /** '' for the root. */
  directory: string
  manifestPath: string
  manifestText: string
  manifest: Manifest
}

export type Manifest = {
  name?: string
  bin?: string | Record<string, string>
  exports?: ExportTarget
  scripts?: Record<string, string>
} & Partial<Record<DependencyGroup, Record<string, string>>>

export type ExportTarget = string | null | { [subPathOrCondition: string]: ExportTarget }

export const dependencyGroups = [
  'dependencies',
  'devDependencies',
  'optionalDependencies',
  'peerDependencies',
] as const

export type DependencyGroup = (typeof dependencyGroups)[number]

export const internalScope = '@gatehouse/'

export function workspacePackages(repository: Repository): WorkspacePackage[] {
  const patterns = workspacePatterns(findFile(repository, 'pnpm-workspace.yaml')?.text ?? '')
  return repository.files.flatMap((file) => {
    if (posix.basename(file.path) !== 'package.json') return []
    const directory = file.path === 'package.json' ? '' : posix.dirname(file.path)
    if (directory !== '' && !patterns.some((pattern) => posix.matchesGlob(directory, pattern))) return []
    const manifest = JSON.parse(file.text) as Manifest
    const name = manifest.name ?? directory
    return [{ name, directory, manifestPath: file.path, manifestText: file.text, manifest }]
  })
}

function workspacePatterns(workspaceYaml: string): string[] {
  const block = /^packages:\n((?:[ \t]+-[^\n]*\n?)+)/m.exec(workspaceYaml)?.[1] ?? ''
  return [...block.matchAll(/^\s+-\s*['"]?([^'"\s#]+)/gm)].map((match) => match[1] ?? '')
}

/** The package a file belongs to: the nearest one above it. */
export function packageOf(packages: readonly WorkspacePackage[], path: string): WorkspacePackage | undefined {
  return packages
    .filter(({ directory }) => directory === '' || path.startsWith(`${directory}/`))
    .reduce<WorkspacePackage | undefined>(
      (nearest, next) => (nearest && nearest.directory.length >= next.directory.length ? nearest : next),
      undefined,
    )
}

/** `@gatehouse/http/define-route` → package `@gatehouse/http`, sub-path `./define-route`. */
export function splitInternalSpecifier(specifier: string): { name: string; subPath: string } | undefined {
  if (!specifier.startsWith(internalScope)) return undefined
  const [scope, name = '', ...rest] = specifier.split('/')
  return { name: `${scope}/${name}`, subPath: ['.', ...rest].join('/') }
}
