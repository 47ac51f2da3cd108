import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { describeSchema, schemaFiles } from '../tools/describe-schema.ts'

test('schema.sql and the table types are current (run `pnpm schema`)', async () => {
  const described = await describeSchema()
  expect(await readFile(schemaFiles.types, 'utf8')).toBe(described.types)
  expect(await readFile(schemaFiles.sql, 'utf8')).toBe(described.sql)
})
