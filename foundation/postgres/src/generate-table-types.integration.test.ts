import { openTestDatabase } from '@gatehouse/testkit/vitest/open-test-database'
import { expect, test } from 'vitest'
import { generateTableTypes } from './generate-table-types.ts'

// One value of every supported column type: its SQL literal, and exactly what the driver must return.
const values: Readonly<Record<string, readonly [literal: string, value: unknown]>> = {
  bool: ['true', true],
  bytea: [String.raw`'\x00ff'`, Buffer.from([0, 255])],
  date: [`'2026-03-29'`, '2026-03-29'],
  float8: ['1.5', 1.5],
  inet: [`'10.0.0.1'`, '10.0.0.1'],
  int2: ['7', 7],
  int4: ['70000', 70_000],
  int8: ['9007199254740993', 9_007_199_254_740_993n],
  numeric: ['0.1234567890123456789', '0.1234567890123456789'],
  text: [`'a,"b" {c}'`, 'a,"b" {c}'],
  timestamptz: [`'2026-03-29 01:30:00+00'`, new Date('2026-03-29T01:30:00Z')],
  uuid: [`'01935c5e-0000-7000-8000-000000000001'`, '01935c5e-0000-7000-8000-000000000001'],
}
const types = Object.keys(values)

function typeScriptTypeOf(value: unknown): string {
  if (Array.isArray(value)) return `${typeScriptTypeOf(value[0])}[]`
  if (value instanceof Date) return 'Date'
  return Buffer.isBuffer(value) ? 'Buffer' : typeof value
}

test('the driver returns what the generated column types promise, for values and arrays, without loss', async () => {
  await using opened = await openTestDatabase()
  const { postgres } = opened
  const columns = types.flatMap((type) => [`a_${type} ${type} not null`, `many_${type} ${type}[] not null`])
  await postgres.query(`create table every_type (${columns.join(', ')})`)
  const literals = types.flatMap((type) => {
    const literal = values[type]?.[0] ?? 'null'
    return [literal, `array[${literal}, null]::${type}[]`]
  })
  await postgres.query(`insert into every_type values (${literals.join(', ')})`)

  const generated = await generateTableTypes(postgres)
  const { rows } = await postgres.query('select * from every_type')
  const [row] = rows
  for (const type of types) {
    const value = values[type]?.[1]
    expect(row).toMatchObject({ [`a_${type}`]: value, [`many_${type}`]: [value, null] })
    const written = (column: string) => new RegExp(`^  ${column}: (.*)$`, 'm').exec(generated)?.[1]
    expect(written(`a_${type}`)).toBe(typeScriptTypeOf(value))
    expect(written(`many_${type}`)).toBe(typeScriptTypeOf([value]))
  }
})

test('null, empty and nested arrays of int8 keep their shape', async () => {
  await using opened = await openTestDatabase()
  const { rows } = await opened.postgres.query(
    `select null::int8 as nothing, null::int8[] as no_list, '{}'::int8[] as empty,
            array[array[1, -2], array[3, 9007199254740993]]::int8[] as nested`,
  )
  expect(rows).toEqual([
    {
      nothing: null,
      no_list: null,
      empty: [],
      nested: [
        [1n, -2n],
        [3n, 9_007_199_254_740_993n],
      ],
    },
  ])
})
