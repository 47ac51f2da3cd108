import { listImports } from '@gatehouse/vocabulary/import-taxonomy'
import type { TaxonomySubcommand } from './taxonomy-subcommand.ts'

export const listSubcommand: TaxonomySubcommand = {
  usage: 'taxonomy list',
  read:
    () =>
    async ({ postgres, terminal }) => {
      const imports = await listImports(postgres)
      if (imports.length === 0) terminal.print('nothing was imported; the list that is built in is in use')
      for (const { source, importedAt, names, concepts } of imports) {
        terminal.print(
          `${source}  ${concepts} concepts by ${names} names  imported ${importedAt.toISOString()}`,
        )
      }
    },
}
