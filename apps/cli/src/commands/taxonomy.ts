import { createReadStream } from 'node:fs'
import { Fault } from '@gatehouse/runtime/fault'
import { importTaxonomy, listImports } from '@gatehouse/vocabulary/import-taxonomy'
import { taxonomySources } from '@gatehouse/vocabulary/taxonomy-source'
import { UsageError, parseOptions } from '../command.ts'
import { type GroupContext, type Subcommand, defineGroup } from '../command-group.ts'

const importFiles: Subcommand<GroupContext> = {
  usage: 'taxonomy import FILE…',
  parse(args) {
    const { positionals: files } = parseOptions(args, { allowPositionals: true })
    if (files.length === 0)
      throw new UsageError('name the files, as published by ESCO (CSV) or O*NET (tab-separated text)')
    return async ({ postgres, terminal }) => {
      for (const file of files) {
        const chunks = createReadStream(file, { encoding: 'utf8' })
        const onProgress = ({ rows }: { rows: number }) => terminal.printError(`${file}: ${rows} rows`)
        const outcome = await postgres.transaction((tx) => importTaxonomy(tx, { chunks, onProgress }))
        if (outcome.kind === 'unknown_file') throw unknownFile(file, outcome.columns)
        const { source, names, concepts, removed } = outcome
        terminal.print(
          `${file}: ${source}, ${concepts} concepts with ${names} names, ${removed} earlier ones removed`,
        )
      }
      return 0
    }
  },
}

function unknownFile(file: string, columns: readonly string[]): Fault {
  const known = taxonomySources.map((source) => `  ${source.name}: ${source.columns.join(', ')}`)
  return new Fault({
    kind: 'invalid',
    code: 'cli.taxonomy_file',
    publicMessage: `${file} has the columns ${columns.join(', ') || '(none)'}. The supported files have these:\n${known.join('\n')}`,
  })
}

const list: Subcommand<GroupContext> = {
  usage: 'taxonomy list',
  parse:
    () =>
    async ({ postgres }) => {
      const imports = await listImports(postgres)
      if (imports.length === 0) return ['no taxonomy was imported; the built-in list is in use']
      return imports.map(
        ({ source, importedAt, names, concepts }) =>
          `${source}  ${concepts} concepts with ${names} names  imported ${importedAt.toISOString()}`,
      )
    },
}

export const taxonomyCommand = defineGroup({
  name: 'taxonomy',
  summary: 'imports published vocabularies of skills and occupations into the database at DATABASE_URL',
  open: (context) => context,
  subcommands: { import: importFiles, list },
})
