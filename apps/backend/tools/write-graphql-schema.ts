// `pnpm graphql`: writes the GraphQL schema of the operations to schema.graphql.
import { writeFile } from 'node:fs/promises'
import { describeSchema, schemaFile } from '../src/graphql/schema/describe-schema.ts'

await writeFile(schemaFile, describeSchema())
console.log('wrote apps/backend/schema.graphql')
