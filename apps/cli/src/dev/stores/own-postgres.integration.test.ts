import { access, chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '@gatehouse/testkit/start-postgres'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startOwnPostgres } from './own-postgres.ts'

let dataDirectory: string
beforeEach(async () => {
  dataDirectory = await mkdtemp(join(tmpdir(), 'gatehouse-own-postgres-'))
  // Postgres may run as another user, which must be able to access the data.
  await chmod(dataDirectory, 0o755)
})
afterEach(() => rm(dataDirectory, { recursive: true, force: true }))

const exists = (...path: string[]) =>
  access(join(dataDirectory, ...path)).then(
    () => true,
    () => false,
  )

test('data persists across runs; --fresh removes it and nothing else', async () => {
  await using first = await startOwnPostgres({ dataDirectory, isFresh: false })
  expect(first.dataDirectory).toBe(join(dataDirectory, 'postgres'))
  await writeFile(join(first.dataDirectory, 'mark-of-the-old-data'), '')
  await writeFile(join(dataDirectory, 'thesis.txt'), 'years of work')
  await first.stop()

  await using second = await startOwnPostgres({ dataDirectory, isFresh: false })
  expect(await exists('postgres', 'mark-of-the-old-data')).toBe(true)
  await second.stop()

  // Simulates a crash, after which the process id was reused by another program: this one.
  await writeFile(join(second.dataDirectory, 'postmaster.pid'), `${process.pid}\n`)
  await using third = await startOwnPostgres({ dataDirectory, isFresh: true })
  expect(third.pid).not.toBe(second.pid)
  expect(await exists('postgres', 'mark-of-the-old-data')).toBe(false)
  expect(await exists('thesis.txt')).toBe(true)
})

test('--fresh does not remove a directory without Postgres data', async () => {
  await mkdir(join(dataDirectory, 'postgres'))
  await writeFile(join(dataDirectory, 'postgres', 'thesis.txt'), 'years of work on Postgres')
  await expect(startOwnPostgres({ dataDirectory, isFresh: true })).rejects.toThrow(
    'that are not Postgres data',
  )
  expect(await exists('postgres', 'thesis.txt')).toBe(true)
})

test('data that is in use is reported and not touched, with and without --fresh', async () => {
  await using running = await startPostgres({ dataDirectory: join(dataDirectory, 'postgres') })
  for (const isFresh of [true, false]) {
    await expect(startOwnPostgres({ dataDirectory, isFresh })).rejects.toMatchObject({
      code: 'cli.already_running',
      publicMessage: expect.stringMatching(
        new RegExp(`in use by the running Postgres ${running.pid}: another gatehouse dev is running`),
      ) as string,
    })
  }
  expect(await exists('postgres', 'PG_VERSION')).toBe(true)
})
