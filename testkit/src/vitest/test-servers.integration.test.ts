import { migrationsDirectory } from '@gatehouse/schema/migrations-directory'
import { readdir } from 'node:fs/promises'
import { Redis } from 'ioredis'
import { Client } from 'pg'
import { afterAll, expect, inject, it } from 'vitest'
import { testDatabase, testRedisUrl } from './test-servers.ts'

const redis = new Redis(testRedisUrl())

afterAll(() => redis.disconnect())

it('returns a database in which all migrations have been applied', async () => {
  await using database = await testDatabase()
  const client = new Client({ connectionString: database.url })
  await client.connect()
  const { rows } = await client.query<{ file: string }>('select file from schema_migrations order by version')
  await client.end()
  const files = (await readdir(migrationsDirectory)).filter((file) => file.endsWith('.sql')).sort()
  expect(rows.map(({ file }) => file)).toEqual(files)
})

it('returns another database on each call', async () => {
  await using first = await testDatabase()
  await using second = await testDatabase()
  expect(first.name).not.toBe(second.name)
})

it('returns a Redis database that is empty at first and never number 0', async () => {
  expect(await redis.dbsize()).toBe(0)
  expect(new URL(testRedisUrl()).pathname).toMatch(/^\/[1-9]\d*$/)
  await redis.set('left behind', 'for the file that runs next in this worker')
})

it('returns the same Redis database on each call in a file', async () => {
  expect(testRedisUrl()).toBe(testRedisUrl())
  expect(new URL(testRedisUrl()).host).toBe(new URL(inject('redisUrl')).host)
})
