import { tmpdir } from 'node:os'
import { afterEach, expect, test, vi } from 'vitest'
import { storageDirectory } from './storage.ts'

afterEach(() => {
  vi.unstubAllEnvs()
})

test('a disk is never replaced by memory', async () => {
  vi.stubEnv('TMPDIR', undefined)
  expect(await storageDirectory('disk')).toBe(tmpdir())
})

test('a directory that the caller chose is used even if there is memory', async () => {
  vi.stubEnv('TMPDIR', '/var/tmp')
  expect(await storageDirectory('memory')).toBe('/var/tmp')
})

test('with little memory left, data is on the disk', async () => {
  vi.stubEnv('TMPDIR', undefined)
  using _ = vi.spyOn(process, 'availableMemory').mockReturnValue(2 ** 30)
  expect(await storageDirectory('memory')).toBe(tmpdir())
})
