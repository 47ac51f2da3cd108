// `pnpm schema`: migrates an empty database and writes the resulting schema, for reviewers (schema.sql) and for the
// compiler (tables.generated.ts). A test fails when either file is not current.
import { writeFile } from 'node:fs/promises'
import { describeSchema, schemaFiles } from './describe-schema.ts'

const described = await describeSchema()
await writeFile(schemaFiles.sql, described.sql)
await writeFile(schemaFiles.types, described.types)
console.log('wrote domain/schema/schema.sql and domain/schema/src/tables.generated.ts')
