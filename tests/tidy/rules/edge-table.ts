// Checks the table of allowed edges itself. Without this, one careless line in it could invert the architecture, and
// every other check would agree.
import type { Violation } from '../repository/rule.ts'
import type { WorkspacePackage } from '../repository/workspace-packages.ts'
import { type AllowedEdges, layerDirections, standsAlone } from './allowed-edges.ts'

export const edgeTablePath = 'tests/tidy/rules/allowed-edges.ts'

export function edgeTable(packages: readonly WorkspacePackage[], table: AllowedEdges): Violation[] {
  const directories = new Set(packages.map(({ directory }) => tableKey(directory)))
  const unlisted = packages
    .filter(({ directory }) => !(tableKey(directory) in table))
    .map(({ manifestPath, directory }) => ({
      path: manifestPath,
      message: `is a package that is missing in the table of edges: add '${tableKey(directory)}' to ${edgeTablePath}`,
    }))
  const stale = Object.keys(table)
    .filter((directory) => !directories.has(directory))
    .map((directory) => ({
      path: edgeTablePath,
      message: `lists '${directory}', which is not a package: remove the line`,
    }))
  const wrong = Object.entries(table).flatMap(([from, targets]) =>
    targets.flatMap((to) => {
      const message = faultOfEdge(from, to)
      return message === undefined ? [] : [{ path: edgeTablePath, message }]
    }),
  )
  return [...unlisted, ...stale, ...wrong]
}

function faultOfEdge(from: string, to: string): string | undefined {
  const [fromLayer, toLayer] = [layerOf(from), layerOf(to)]
  const edge = `lists ${from} → ${to}`
  if (from === standsAlone)
    return `${edge}, but ${standsAlone} uses none of our packages: move the code up instead`
  if (fromLayer === 'apps' && toLayer === 'apps') {
    return `${edge}, but apps never import apps: move what both need into domain/ or foundation/`
  }
  if (fromLayer === 'domain' && to === 'foundation/http') {
    return `${edge}, but domain does not know HTTP: return an outcome and let the app translate it`
  }
  if (!layerDirections[fromLayer]?.includes(toLayer)) {
    return `${edge}, but the direction is apps → domain → foundation: pass a port down instead`
  }
  if (['domain', 'foundation'].includes(fromLayer) && to.includes('*')) {
    return `${edge}, but ${fromLayer} packages name each edge: list the packages one by one`
  }
  return undefined
}

/** The root's folder is '', which is hard to read in a table. */
export function tableKey(directory: string): string {
  return directory === '' ? '.' : directory
}

export function layerOf(directory: string): string {
  return tableKey(directory).split('/')[0] ?? ''
}
