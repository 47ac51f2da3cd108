import { readCatalog } from '@gatehouse/models/read-catalog'
import type { StoredCatalog, StoredRoute } from '@gatehouse/models/stored-catalog'
import type { Subcommand } from './subcommand.ts'

export const listSubcommand: Subcommand = {
  usage: 'models list',
  read(words) {
    if (words.length > 0) throw new TypeError('list takes no options')
    return async ({ database }) => describeCatalog(await readCatalog(database))
  },
}

const heads = ['alias', 'capability', 'routes', 'price version', 'enabled']

/** A table of the aliases, with the routes of each below it. */
function describeCatalog({ aliases, routes, prices }: StoredCatalog): string {
  if (aliases.length === 0) return 'there are no aliases: make one with gatehouse models set-alias'
  const rows = aliases.map(({ alias, capability, isEnabled }) => [
    alias,
    capability,
    String(routes.filter((route) => route.alias === alias).length),
    String(prices.get(alias)?.version ?? 'none'),
    isEnabled ? 'yes' : 'no',
  ])
  const widths = heads.map((head, column) =>
    Math.max(head.length, ...rows.map((row) => row[column]?.length ?? 0)),
  )
  const toLine = (row: readonly string[]) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd()
  const lines = [toLine(heads)]
  for (const row of rows) {
    lines.push(toLine(row), ...routes.filter(({ alias }) => alias === row[0]).map(describeRoute))
  }
  return lines.join('\n')
}

function describeRoute(route: StoredRoute): string {
  const { position, providerModel, baseUrl, weight, credentialRef, isEnabled } = route
  const notes = [
    weight === 1 ? '' : `weight ${weight}`,
    credentialRef ?? 'no credential',
    isEnabled ? '' : 'switched off',
  ].filter((note) => note !== '')
  return `  ${position}. ${providerModel} at ${baseUrl} (${notes.join(', ')})`
}
