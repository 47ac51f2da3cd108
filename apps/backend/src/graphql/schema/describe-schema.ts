import { printSchema } from 'graphql'
import { accessTable } from '../access/access-table.ts'
import { operations } from '../operations.ts'
import { createSchema } from './create-schema.ts'

/** The committed file, for reviewers and for the console; a test fails when it is not what the code gives. */
export const schemaFile = new URL('../../../schema.graphql', import.meta.url)

export function describeSchema(): string {
  return `# Written by pnpm graphql; not by hand.\n\n${printSchema(createSchema(operations, accessTable))}\n`
}
