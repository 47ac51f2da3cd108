import { readFileSync } from 'node:fs'
import { buildSchema, getNamedType, isObjectType } from 'graphql'
import { expect, test } from 'vitest'
import { barePages, pagesElsewhere } from './bare-pages.ts'

const schemaFile = new URL('../../../../apps/backend/schema.graphql', import.meta.url)

test('the proof covers every field of the schema that returns pages', () => {
  const types = Object.values(buildSchema(readFileSync(schemaFile, 'utf8')).getTypeMap())
  const paged = types.filter(isObjectType).flatMap((type) =>
    Object.values(type.getFields())
      .filter(
        ({ args, type: returned }) =>
          args.some(({ name }) => name === 'first') || getNamedType(returned).name.endsWith('Connection'),
      )
      .map(({ name }) => `${type.name}.${name}`),
  )
  const covered = [...Object.keys(barePages), ...pagesElsewhere].map((name) => `Query.${name}`)
  expect(paged.toSorted()).toEqual(covered.toSorted())
})
