import { Secret } from '@gatehouse/runtime/secret'
import { expect, test } from 'vitest'
import { findCaller, internalCallers } from './callers.ts'

const one = 'a'.repeat(32)
const two = `b:${'b'.repeat(32)}`
const callers = [
  { name: 'backend', secrets: [new Secret(one), new Secret(two)] },
  { name: 'ops', secrets: [new Secret('c'.repeat(40))] },
]

test('callers are read with their secrets, also those with a colon in them', () => {
  const read = internalCallers().parse(`backend:${one}|${two}, ops:${'c'.repeat(40)}`)
  expect(
    read.map(({ name, secrets }) => ({ name, secrets: secrets.map((secret) => secret.reveal()) })),
  ).toEqual([
    { name: 'backend', secrets: [one, two] },
    { name: 'ops', secrets: ['c'.repeat(40)] },
  ])
})

test.each([
  ['nothing', ''],
  ['a caller without a secret', 'backend'],
  ['a short secret', 'backend:short'],
  ['three secrets', `backend:${one}|${one}|${one}`],
  ['a name with spaces', `the backend:${one}`],
  ['the same caller twice', `backend:${one},backend:${one}`],
])('%s is refused', (_, value) => {
  expect(internalCallers().safeParse(value).success).toBe(false)
})

test('either secret of a caller is known, and nothing else', () => {
  const find = (authorization?: string) => findCaller(callers, authorization)
  expect([find(`Bearer ${one}`), find(`bearer ${two}`), find(`Bearer ${'c'.repeat(40)}`)]).toEqual([
    'backend',
    'backend',
    'ops',
  ])
  const refused = [
    undefined,
    '',
    'Bearer ',
    one,
    `Basic ${one}`,
    `Bearer ${one} `,
    `Bearer ${one}x`,
    'Bearer x',
  ]
  expect(refused.map(find).filter((name) => name !== undefined)).toEqual([])
})
