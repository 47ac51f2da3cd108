// Writes the typed operations of the console: every page.graphql becomes page.generated.ts beside it. Run with
// `pnpm console:operations`; a test fails while a generated file differs from what this would write.
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { buildSchema } from 'graphql'
import { generateOperations } from './generate-operations.ts'

const consoleFolder = join(import.meta.dirname, '..')
const schemaFile = join(consoleFolder, '../backend/schema.graphql')

export type GeneratedFile = { path: string; text: string }

export function composeOperations(): GeneratedFile[] {
  const schema = buildSchema(readFileSync(schemaFile, 'utf8'))
  return globSync('src/**/*.graphql', { cwd: consoleFolder })
    .toSorted()
    .map((source) => ({
      path: join(consoleFolder, source.replace(/\.graphql$/, '.generated.ts')),
      text: generateOperations(schema, {
        name: basename(source),
        text: readFileSync(join(consoleFolder, source), 'utf8'),
        depth: source.split('/').length - 2,
      }),
    }))
}

if (import.meta.main) for (const { path, text } of composeOperations()) writeFileSync(path, text)
