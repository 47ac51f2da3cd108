// Two installs a month apart must produce the same program, so each dependency has one exact version, in the catalog of
// pnpm-workspace.yaml, and one line in docs/decisions/0006-dependencies.md that says why we use it. A second version that
// one dependency needs is in a named catalog, and the manifest says `catalog:NAME`.
import { lineNumberOf } from '../repository/line-number.ts'
import { findFile, type Repository } from '../repository/repository.ts'
import type { RuleOutcome, Violation } from '../repository/rule.ts'
import {
  dependencyGroups,
  internalScope,
  type WorkspacePackage,
  workspacePackages,
} from '../repository/workspace-packages.ts'

const workspacePath = 'pnpm-workspace.yaml'
const decisionPath = 'docs/decisions/0006-dependencies.md'

type Entry = { name: string; version: string; line: number; catalog: string }

export function exactVersions(repository: Repository): RuleOutcome {
  const catalog = catalogEntries(findFile(repository, workspacePath)?.text ?? '')
  const packages = workspacePackages(repository)
  return {
    inspected: catalog.length,
    violations: [
      ...catalog.flatMap((entry) => checkEntry(entry, packages)),
      ...checkReasons(catalog, findFile(repository, decisionPath)?.text),
      ...packages.flatMap((owner) => checkManifest(owner, catalog)),
    ],
  }
}

/** The lines below `catalog:` and below the names in `catalogs:`; reading them does not require a YAML parser. */
function catalogEntries(yaml: string): Entry[] {
  const entries: Entry[] = []
  let section = ''
  let catalog = ''
  for (const [index, text] of yaml.split('\n').entries()) {
    if (/^\S/.test(text) && !text.startsWith('#')) {
      section = /^(catalogs?):\s*$/.exec(text)?.[1] ?? ''
      catalog = ''
    }
    const [, indent = '', name, version = ''] =
      /^(\s+)['"]?([^'":\s]+)['"]?:\s*['"]?([^'"#]*?)['"]?\s*(?:#.*)?$/.exec(text) ?? []
    if (section === '' || name === undefined) continue
    if (section === 'catalogs' && indent.length === 2) catalog = name
    else entries.push({ name, version, line: index + 1, catalog })
  }
  return entries
}

function checkEntry(
  { name, version, line, catalog }: Entry,
  packages: readonly WorkspacePackage[],
): Violation[] {
  const violations: Violation[] = []
  if (!/^\d+\.\d+\.\d+(?:-[\w.-]+)?$/.test(version)) {
    violations.push({
      path: workspacePath,
      line,
      message: `has ${name} at '${version}': write one exact version`,
    })
  }
  const isUsed = packages.some(({ manifest }) =>
    dependencyGroups.some((group) => isFrom(catalog, manifest[group]?.[name])),
  )
  if (!isUsed)
    violations.push({ path: workspacePath, line, message: `has ${name}, which is not used: remove it` })
  return violations
}

/** A manifest without a catalog, which is a violation of its own, uses the entry of the main one. */
function isFrom(catalog: string, version: string | undefined): boolean {
  if (version === undefined) return false
  return catalog === '' ? !/^catalog:./.test(version) : version === `catalog:${catalog}`
}

function checkReasons(catalog: readonly Entry[], decision: string | undefined): Violation[] {
  if (decision === undefined) {
    const message = `does not exist: write it with a line for each of the ${catalog.length} catalog entries`
    return catalog.length === 0 ? [] : [{ path: decisionPath, message }]
  }
  return catalog
    .filter(({ name }) => !decision.includes(`\`${name}\``))
    .map(({ name }) => ({ path: decisionPath, message: `does not say why we use \`${name}\`: add a line` }))
}

function checkManifest(owner: WorkspacePackage, catalog: readonly Entry[]): Violation[] {
  return dependencyGroups.flatMap((group) =>
    Object.entries(owner.manifest[group] ?? {}).flatMap(([name, version]) => {
      const isNamed = catalog.some((entry) => entry.name === name && `catalog:${entry.catalog}` === version)
      const expected = name.startsWith(internalScope) ? 'workspace:*' : isNamed ? version : 'catalog:'
      const at = { path: owner.manifestPath, line: lineNumberOf(owner.manifestText, `"${name}"`) }
      if (version !== expected)
        return [{ ...at, message: `has ${name} at "${version}": write "${expected}"` }]
      if (expected === 'workspace:*' || catalog.some((entry) => entry.name === name)) return []
      return [{ ...at, message: `has ${name}, which the catalog lacks: add it to ${workspacePath}` }]
    }),
  )
}
