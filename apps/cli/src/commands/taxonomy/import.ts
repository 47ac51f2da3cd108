import { createReadStream } from 'node:fs'
import { parseArgs } from 'node:util'
import { Fault } from '@gatehouse/runtime/fault'
import { importTaxonomy } from '@gatehouse/vocabulary/import-taxonomy'
import { taxonomySources } from '@gatehouse/vocabulary/taxonomy-source'
import type { TaxonomySubcommand } from './taxonomy-subcommand.ts'

export const importSubcommand: TaxonomySubcommand = {
  usage: 'taxonomy import FILE…',
  read(words) {
    const { positionals: files } = parseArgs({ args: [...words], allowPositionals: true })
    if (files.length === 0) {
      throw new Error('name the files, as ESCO (CSV) or O*NET (tab-separated text) publish them')
    }
    return async ({ postgres, terminal }) => {
      for (const file of files) {
        const chunks = createReadStream(file, { encoding: 'utf8' })
        const onProgress = ({ rows }: { rows: number }) => terminal.printError(`${file}: ${rows} rows`)
        const outcome = await postgres.transaction((tx) => importTaxonomy(tx, { chunks, onProgress }))
        if (outcome.kind === 'unknown_file') throw unknownFile(file, outcome.columns)
        const { source, names, concepts, removed } = outcome
        terminal.print(
          `${file}: ${source}, ${concepts} concepts by ${names} names, ${removed} of before forgotten`,
        )
      }
    }
  },
}

function unknownFile(file: string, columns: readonly string[]): Fault {
  const known = taxonomySources.map((source) => `  ${source.name}: ${source.columns.join(', ')}`)
  return new Fault({
    kind: 'invalid',
    code: 'cli.taxonomy_file',
    publicMessage: `${file} has the columns ${columns.join(', ') || '(none)'}. Known files have these:\n${known.join('\n')}`,
  })
}
