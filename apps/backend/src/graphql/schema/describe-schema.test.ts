import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { describeSchema, schemaFile } from './describe-schema.ts'

test('schema.graphql matches the operations; if not, run pnpm graphql', async () => {
  expect(await readFile(schemaFile, 'utf8')).toBe(describeSchema())
})
