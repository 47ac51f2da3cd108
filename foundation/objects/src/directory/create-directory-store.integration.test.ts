import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { objectKey } from '../object-store.ts'
import { createDirectoryStore } from './create-directory-store.ts'

let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'gatehouse-objects-'))
})
afterEach(() => rm(root, { recursive: true, force: true }))

const key = objectKey('documents', 'c1', 'abc')
const files = async () =>
  (await readdir(root, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())

test('an object is read back, also by another store instance, and is gone once deleted', async () => {
  const store = createDirectoryStore(join(root, 'new'))
  expect(await store.get(key)).toBeUndefined()
  await store.put(key, Buffer.from('hello'))
  expect(await createDirectoryStore(join(root, 'new')).get(key)).toEqual(Buffer.from('hello'))
  await store.delete(key)
  await store.delete(key)
  expect(await store.get(key)).toBeUndefined()
})

test('concurrent writes of one key leave one complete file and no drafts', async () => {
  const store = createDirectoryStore(root)
  const bytes = Buffer.alloc(300_000, 'x')
  await Promise.all(Array.from({ length: 8 }, () => store.put(key, bytes)))
  expect((await store.get(key))?.equals(bytes)).toBe(true)
  expect(await files()).toHaveLength(1)
})

test('a folder is listed in order, without drafts, deeper folders and other folders', async () => {
  const store = createDirectoryStore(root)
  const keys = ['b', 'a', 'c'].map((name) => objectKey('listed', name))
  for (const one of keys) await store.put(one, Buffer.from('x'))
  await store.put(objectKey('listed', 'deeper', 'k'), Buffer.from('x'))
  await store.put(objectKey('other', 'k'), Buffer.from('x'))
  await writeFile(join(root, 'listed', '.draft-1'), 'x')
  expect(await store.list(objectKey('listed'))).toEqual([...keys].sort())
  expect(await store.list(objectKey('none'))).toEqual([])
})

test('a failed write reports unavailable and leaves no files', async () => {
  const store = createDirectoryStore(root)
  await store.put(objectKey('documents'), Buffer.from('a file where a directory should be'))
  await expect(store.put(key, Buffer.from('x'))).rejects.toMatchObject({ code: 'objects.unavailable' })
  expect(await files()).toHaveLength(1)
})

test.each(['../etc', 'a//b', '/a', 'a/', '.a', 'a/../b', 'A', 'a%2fb', '', 'a\0b', 'a'.repeat(513)])(
  '%j is not a valid key',
  (text) => {
    expect(() => objectKey(text)).toThrow('internal.assertion')
  },
)
