import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { Secret } from '@gatehouse/runtime/secret'
import { type S3Sim, startS3Sim } from '@gatehouse/testkit/start-s3-sim'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { createObjectStore } from '../create-object-store.ts'
import { objectSettings } from '../object-settings.ts'
import { type ObjectStore, objectKey } from '../object-store.ts'

const key = objectKey('documents', 'c1', 'abc')
const bytes = Buffer.from('hello')
let scope: AsyncDisposableStack
let sim: S3Sim
let file: string
let store: ObjectStore

beforeEach(async () => {
  scope = new AsyncDisposableStack()
  sim = scope.use(await startS3Sim())
  const root = await mkdtemp(join(tmpdir(), 'gatehouse-credentials-'))
  scope.defer(() => rm(root, { recursive: true, force: true }))
  file = join(root, 'credentials')
  const url = `s3+http://127.0.0.1:${sim.port}/gatehouse?region=eu-test-1&credentials=${encodeURIComponent(file)}`
  store = createObjectStore(new Secret(url), createSystemClock())
  scope.defer(() => store.close())
})
afterEach(() => scope.disposeAsync())

test('temporary credentials are used, and replaced ones without opening the store again', async () => {
  await writeFile(file, sim.issueSession().text)
  await store.put(key, bytes)
  const next = sim.issueSession()
  await expect(store.get(key)).rejects.toMatchObject({
    kind: 'unavailable',
    context: { store_code: 'InvalidAccessKeyId' },
  })
  await writeFile(file, next.text)
  expect(await store.get(key)).toEqual(bytes)
  expect(await store.list(objectKey('documents', 'c1'))).toEqual([key])
})

test('temporary credentials without their token are refused', async () => {
  const { text } = sim.issueSession()
  await writeFile(file, text.replace(/^aws_session_token.*$/m, ''))
  await expect(store.get(key)).rejects.toMatchObject({ context: { store_code: 'InvalidToken' } })
})

test('a file that is missing or incomplete is reported, retryable and without its secrets', async () => {
  await expect(store.get(key)).rejects.toMatchObject({ kind: 'unavailable', context: { path: file } })
  const { text, secrets } = sim.issueSession()
  await writeFile(file, text.replaceAll(/^aws_access_key_id.*$/gm, ''))
  const fault: unknown = await store.get(key).catch((thrown: unknown) => thrown)
  expect(fault).toMatchObject({ kind: 'unavailable', context: { missing: 'aws_access_key_id' } })
  for (const secret of secrets) expect(JSON.stringify(fault)).not.toContain(secret)
})

test.each([
  ['s3://id:secret@host/bucket', true],
  ['s3://host/bucket?credentials=/run/s3', true],
  ['file:///objects', true],
  ['s3://host/bucket', false],
  ['s3://id@host/bucket', false],
  ['s3://host/bucket?credentials=s3', false],
  ['s3://id:secret@host/bucket?credentials=/run/s3', false],
  ['http://host/bucket', false],
])('%s: valid is %s', (url, isValid) => {
  expect(z.object(objectSettings).safeParse({ OBJECT_STORE_URL: url }).success).toBe(isValid)
})
