// The dependencies between packages are the architecture, so they are checked three times: the table against the
// layers, each package.json against the table, and each import statement against its package.json.
import { posix } from 'node:path'
import { isForTests, isTest, typeScriptFiles } from '../repository/file-kinds.ts'
import { findCycles } from '../repository/find-cycles.ts'
import { lineNumberOf } from '../repository/line-number.ts'
import type { Repository, RepositoryFile } from '../repository/repository.ts'
import type { RuleOutcome, Violation } from '../repository/rule.ts'
import { type Import, isRelative, resolveRelative, scanImports } from '../repository/scan-imports.ts'
import {
  type DependencyGroup,
  dependencyGroups,
  packageOf,
  splitInternalSpecifier,
  type WorkspacePackage,
  workspacePackages,
} from '../repository/workspace-packages.ts'
import { allowedEdges, allowedInDevelopment, loadedOnlyInDevelopment } from './allowed-edges.ts'
import { edgeTable, edgeTablePath, layerOf, tableKey } from './edge-table.ts'

type Edge = { from: WorkspacePackage; to: WorkspacePackage; group: DependencyGroup }
type Graph = { packages: readonly WorkspacePackage[]; edges: readonly Edge[] }

export function packageGraph(repository: Repository, table = allowedEdges): RuleOutcome {
  const packages = workspacePackages(repository)
  const graph = { packages, edges: packages.flatMap((from) => edgesOf(from, packages)) }
  const imports = typeScriptFiles(repository).flatMap((file) =>
    scanImports(file.text).map((found) => ({ file, found })),
  )
  return {
    inspected: graph.edges.length + imports.length,
    violations: [
      ...edgeTable(packages, table),
      ...graph.edges.flatMap((edge) => checkEdge(edge, table[tableKey(edge.from.directory)] ?? [])),
      ...packageCycles(graph),
      ...imports.flatMap(({ file, found }) => checkImport(graph, file, found)),
    ],
  }
}

function edgesOf(from: WorkspacePackage, packages: readonly WorkspacePackage[]): Edge[] {
  return dependencyGroups.flatMap((group) =>
    packages
      .filter(({ name }) => from.manifest[group]?.[name] !== undefined)
      .map((to) => ({ from, to, group })),
  )
}

function checkEdge({ from, to, group }: Edge, allowed: readonly string[]): Violation[] {
  const isDevelopment = group === 'devDependencies'
  const inTests = isDevelopment ? (allowedInDevelopment[layerOf(from.directory)] ?? []) : []
  const patterns = [...allowed, ...inTests]
  if (patterns.some((pattern) => posix.matchesGlob(to.directory, pattern))) return []
  return [
    {
      path: from.manifestPath,
      line: lineNumberOf(from.manifestText, `"${to.name}"`),
      message: `${from.name} must not have ${to.name} in ${group}: ${remedyForEdge(from, to)}`,
    },
  ]
}

function remedyForEdge(from: WorkspacePackage, to: WorkspacePackage): string {
  if (to.directory === 'testkit') return 'the testkit belongs in devDependencies'
  if (layerOf(from.directory) === 'apps' && layerOf(to.directory) === 'apps') {
    return 'apps never import apps; move what both need into domain/ or foundation/'
  }
  return `remove it, or argue for the edge in ${edgeTablePath}`
}

function packageCycles({ packages, edges }: Graph): Violation[] {
  const production = edges.filter((edge) => edge.group !== 'devDependencies')
  const targets = packages.map(({ name }) => {
    const used = production.filter((edge) => edge.from.name === name).map((edge) => edge.to.name)
    return [name, used] as const
  })
  return findCycles(new Map(targets)).map((cycle) => ({
    path: packages.find(({ name }) => name === cycle[0])?.manifestPath ?? 'package.json',
    message: `is in a cycle of packages (${cycle.join(' → ')}): move what they share into a package below both`,
  }))
}

function checkImport(graph: Graph, file: RepositoryFile, found: Import): Violation[] {
  const owner = packageOf(graph.packages, file.path)
  if (!owner) return []
  const message = isRelative(found.specifier)
    ? faultOfRelativeImport(graph, owner, resolveRelative(file, found.specifier))
    : faultOfPackageImport(owner, file, found)
  return message === undefined ? [] : [{ path: file.path, line: found.line, message }]
}

function faultOfRelativeImport(graph: Graph, owner: WorkspacePackage, target: string): string | undefined {
  const targetOwner = packageOf(graph.packages, target)
  if (targetOwner === owner && !target.startsWith('..')) return undefined
  return `imports ${target}, outside its package: import @gatehouse/… through that package's exports`
}

function faultOfPackageImport(
  owner: WorkspacePackage,
  file: RepositoryFile,
  found: Import,
): string | undefined {
  const name = splitInternalSpecifier(found.specifier)?.name
  if (name === undefined) return undefined
  if (name === owner.name) return `imports its own package by name: write a relative path`
  const isDeclared = (group: DependencyGroup) => owner.manifest[group]?.[name] !== undefined
  if (isDeclared('dependencies')) return undefined
  if (!isDeclared('devDependencies')) {
    return `imports ${name}, which ${owner.manifestPath} does not declare: add it there as "workspace:*"`
  }
  if (isDevelopmentFile(owner, file.path)) return undefined
  const loadable = loadedOnlyInDevelopment[owner.directory]?.some((directory) =>
    name.endsWith(`/${directory}`),
  )
  if (found.kind === 'dynamic' && loadable) return undefined
  return loadable
    ? `imports ${name} statically: use await import('${found.specifier}'), production has no ${name}`
    : `imports ${name}, a devDependency, in production code: move it to dependencies or the code to a test`
}

/** Files that never run in production: tests, tools, tool settings, and everything in `tests` and the root. */
function isDevelopmentFile(owner: WorkspacePackage, path: string): boolean {
  const isDevelopmentPackage = owner.directory === 'tests' || owner.directory === ''
  // Next to src/, not in it: src/mcp/tools/ contains tools that callers use.
  const isTool = path.startsWith(`${owner.directory}/tools/`)
  return isDevelopmentPackage || isTest(path) || isForTests(path) || isTool || path.endsWith('.config.ts')
}
