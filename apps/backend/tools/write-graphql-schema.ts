// `pnpm graphql`: writes down the GraphQL schema that the operations make.
import { writeFile } from 'node:fs/promises'
import { describeSchema, schemaFile } from '../src/graphql/schema/describe-schema.ts'

await writeFile(schemaFile, describeSchema())
console.log('wrote apps/backend/schema.graphql')
