import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createObjectStore } from '@gatehouse/objects/create-object-store'
import { type ObjectStore, objectKey } from '@gatehouse/objects/object-store'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { Secret } from '@gatehouse/runtime/secret'
import { startS3Sim } from '@gatehouse/testkit/start-s3-sim'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { AccessAct } from './access-act.ts'
import { writeAccessAct } from './copy-access-act.ts'
import { lastActs, readAccessActs } from './read-access-acts.ts'

const clock = createSystemClock()
const ids = createIds(clock)
const companyId = ids.uuid()
const keyId = ids.uuid()
let scope: AsyncDisposableStack
beforeEach(() => {
  scope = new AsyncDisposableStack()
})
afterEach(() => scope.disposeAsync())

async function openDirectory(): Promise<ObjectStore> {
  const root = await mkdtemp(join(tmpdir(), 'gatehouse-acts-'))
  scope.defer(() => rm(root, { recursive: true, force: true }))
  return createObjectStore(new Secret(pathToFileURL(root).href), clock)
}

async function openBucket(): Promise<ObjectStore> {
  const sim = scope.use(await startS3Sim())
  const store = createObjectStore(new Secret(sim.url), clock)
  scope.defer(() => store.close())
  return store
}

const by = { actor: { kind: 'operator', id: 'ada' } } as const
const revoke = (at: string, id = keyId): AccessAct => ({
  ...by,
  kind: 'key.revoke',
  id: ids.uuid(),
  at,
  companyId,
  keyId: id,
})
const change = (kind: 'company.suspend' | 'company.resume', at: string): AccessAct => ({
  ...by,
  kind,
  id: ids.uuid(),
  at,
  companyId,
  reason: 'stolen cards',
})

test.each([
  ['a directory', openDirectory],
  ['a bucket', openBucket],
])('acts are read from %s in order, over the end of a day, from a time on', async (_name, open) => {
  const objects = await open()
  const acts = [
    revoke('2026-11-16T23:59:59.998Z'),
    revoke('2026-11-16T23:59:59.999Z', ids.uuid()),
    change('company.suspend', '2026-11-17T00:00:00.000Z'),
    change('company.resume', '2026-11-18T12:00:00.000Z'),
  ]
  for (const act of acts.toReversed()) await writeAccessAct(objects, act)
  for (const act of acts) await writeAccessAct(objects, act)
  const now = new Date('2026-11-17T13:00:00Z')
  const read = (from: string) => readAccessActs(objects, { from: new Date(from), now })
  expect(await read('2026-11-16T00:00:00Z')).toEqual(acts)
  expect(await read('2026-11-16T23:59:59.999Z')).toEqual(acts.slice(1))
  expect(await read('2026-11-17T00:00:00.001Z')).toEqual(acts.slice(3))
})

test('an object that cannot be read is reported instead of being left out', async () => {
  const objects = await openDirectory()
  await writeAccessAct(objects, revoke('2026-11-17T10:00:00.000Z'))
  await objects.put(objectKey('access-acts', '2026-11-17', 'other'), Buffer.from('{"kind":"key.unknown"}'))
  const period = { from: new Date('2026-11-17T00:00:00Z'), now: new Date('2026-11-17T12:00:00Z') }
  await expect(readAccessActs(objects, period)).rejects.toMatchObject({ code: 'audit.unreadable_act' })
})

test('the last act on each key and company counts', () => {
  const suspended = change('company.suspend', '2026-11-17T10:00:00.000Z')
  const resumed = change('company.resume', '2026-11-17T10:00:00.001Z')
  const revoked = revoke('2026-11-17T09:00:00.000Z')
  expect(lastActs([resumed, suspended, revoked])).toEqual([revoked, resumed])
})
