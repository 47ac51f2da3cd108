import { createSystemClock } from '@gatehouse/runtime/clock'
import { Secret } from '@gatehouse/runtime/secret'
import { createFakeClock } from '@gatehouse/testkit/fake-clock'
import { type S3Sim, startS3Sim } from '@gatehouse/testkit/start-s3-sim'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createObjectStore } from '../create-object-store.ts'
import { objectKey } from '../object-store.ts'

let sim: S3Sim
beforeAll(async () => {
  sim = await startS3Sim()
})
afterAll(() => sim[Symbol.asyncDispose]())

const open = (url = sim.url, clock = createSystemClock()) => createObjectStore(new Secret(url), clock)
const key = objectKey('documents', 'c1', 'abc')
const bytes = Buffer.from('hello')

test('an object is read back, and is gone once deleted', async () => {
  const store = open()
  expect(await store.get(key)).toBeUndefined()
  await store.put(key, bytes)
  expect(sim.objects.get('documents/c1/abc')).toEqual(bytes)
  expect(await store.get(key)).toEqual(bytes)
  await store.delete(key)
  await store.delete(key)
  expect(await store.get(key)).toBeUndefined()
  await store.put(key, Buffer.alloc(0))
  expect(await store.get(key)).toEqual(Buffer.alloc(0))
})

test.each([500, 503, 'drop'] as const)(
  'a request that fails with %s is retryable and had no effect',
  async (fault) => {
    const store = open()
    const other = objectKey('documents', 'c1', String(fault))
    for (const ask of [() => store.put(other, bytes), () => store.get(other), () => store.delete(other)]) {
      sim.plan(fault)
      await expect(ask()).rejects.toMatchObject({ kind: 'unavailable', code: 'objects.unavailable' })
    }
    expect(sim.objects.has(`documents/c1/${fault}`)).toBe(false)
  },
)

test.each([
  ['secret', 'a%2Fsecret', 'b%2Fsecret', 'SignatureDoesNotMatch'],
  ['region', 'eu-test-1', 'eu-test-2', 'SignatureDoesNotMatch'],
  ['bucket', '/gatehouse?', '/gatehorse?', 'NoSuchBucket'],
])('a wrong %s is distinguished from a missing object', async (_what, right, wrong, code) => {
  const store = open(sim.url.replace(right, wrong))
  for (const ask of [() => store.get(key), () => store.delete(key)])
    await expect(ask()).rejects.toMatchObject({ context: { store_code: code } })
})

test('a folder is listed over all pages, without the objects of other folders', async () => {
  const store = open()
  const inFolder = Array.from({ length: 25 }, (_, index) => objectKey('listed', `k${index + 10}`))
  for (const one of inFolder) await store.put(one, bytes)
  await store.put(objectKey('listed', 'deeper', 'k'), bytes)
  await store.put(objectKey('listed-too', 'k'), bytes)
  const before = sim.requests()
  expect(await store.list(objectKey('listed'))).toEqual(inFolder)
  expect(sim.requests() - before).toBe(3)
  expect(await store.list(objectKey('none'))).toEqual([])
  sim.plan(503)
  await expect(store.list(objectKey('listed'))).rejects.toMatchObject({ code: 'objects.unavailable' })
})

test('a clock skew is reported as such', async () => {
  const store = open(sim.url, createFakeClock({ wallMs: 0 }))
  await expect(store.put(key, bytes)).rejects.toMatchObject({
    context: { status: 403, store_code: 'RequestTimeTooSkewed' },
  })
})

test('no fault reveals the secret', async () => {
  const store = open(sim.url.replace('a%2Fsecret', 'hunter2'))
  const fault: unknown = await store.get(key).catch((thrown: unknown) => thrown)
  expect(JSON.stringify(fault)).not.toContain('hunter2')
})
