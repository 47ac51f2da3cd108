import { Secret } from '@gatehouse/runtime/secret'
import { expect, test } from 'vitest'
import { findCaller, internalCallers } from './callers.ts'

const one = 'a'.repeat(32)
const two = `b:${'b'.repeat(32)}`
const callers = [
  { name: 'backend', rights: ['generator'], secrets: [new Secret(one), new Secret(two)] },
  { name: 'ops', rights: ['monitoring'], secrets: [new Secret('c'.repeat(40))] },
] as const

test('callers are parsed with their rights and secrets, including secrets with a colon', () => {
  const read = internalCallers().parse(
    `backend/generator:${one}|${two}, ops/monitoring+generator:${'c'.repeat(40)}`,
  )
  expect(
    read.map(({ name, rights, secrets }) => ({
      name,
      rights,
      secrets: secrets.map((secret) => secret.reveal()),
    })),
  ).toEqual([
    { name: 'backend', rights: ['generator'], secrets: [one, two] },
    { name: 'ops', rights: ['monitoring', 'generator'], secrets: ['c'.repeat(40)] },
  ])
})

test.each([
  ['nothing', ''],
  ['a caller without a secret', 'backend/rooms'],
  ['a short secret', 'backend/rooms:short'],
  ['three secrets', `backend/rooms:${one}|${one}|${one}`],
  ['a name with spaces', `the backend/rooms:${one}`],
  ['the same caller twice', `backend/rooms:${one},backend/rooms:${one}`],
  ['no right', `backend/:${one}`],
  ['a right that does not exist', `backend/rooms+everything:${one}`],
])('%s is refused', (_, value) => {
  expect(internalCallers().safeParse(value).success).toBe(false)
})

test('a caller without rights is refused with an explanation of the syntax', () => {
  const outcome = internalCallers().safeParse(`backend:${one}`)
  const messages = outcome.error?.issues.map(({ message }) => message).join()
  expect(messages).toMatch(/name\/rights:secret.*rooms, generator, monitoring/)
  expect(messages).not.toContain(one)
})

test('either secret of a caller is accepted, and nothing else', () => {
  const find = (authorization?: string) => findCaller(callers, authorization)?.name
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
