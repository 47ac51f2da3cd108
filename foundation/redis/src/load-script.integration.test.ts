import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { testRedisUrl } from '@gatehouse/testkit/vitest/test-servers'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkHead, loadScript } from './load-script.ts'

let redis: Redis
beforeAll(() => {
  redis = new Redis(testRedisUrl())
})
afterAll(() => redis.disconnect())

const addScript = `-- Adds to a counter.
-- KEYS[1]  the counter
-- ARGV[1]  how much
return redis.call('incrby', KEYS[1], ARGV[1])
`

async function writeScript(source: string): Promise<URL> {
  const file = join(await mkdtemp(join(tmpdir(), 'script-')), 'add.lua')
  await writeFile(file, source)
  return pathToFileURL(file)
}

test('a script runs, even after Redis has lost it', async () => {
  const add = await loadScript(await writeScript(addScript))
  await expect(add.run(redis, ['counter'], [2])).resolves.toBe(2)
  await redis.script('FLUSH')
  await expect(add.run(redis, ['counter'], [3])).resolves.toBe(5)
})

test('a wrong number of keys or values throws without reaching Redis', async () => {
  const add = await loadScript(await writeScript(addScript))
  await expect(add.run(redis, [], [2])).rejects.toThrow('takes 1 keys and 1 values')
})

test('keys that a cluster may keep on different nodes are refused, whichever Redis is used', async () => {
  const source =
    '-- Reads two values.\n-- KEYS[1]  one\n-- KEYS[2]  other\nreturn redis.call("MGET", KEYS[1], KEYS[2])\n'
  const read = await loadScript(await writeScript(source))
  await expect(read.run(redis, ['a', 'b'], [])).rejects.toThrow('same part in braces')
  await expect(read.run(redis, ['{a}:1', '{b}:1'], [])).rejects.toThrow('same part in braces')
  await expect(read.run(redis, ['{a}:1', '{a}:2'], [])).resolves.toEqual([null, null])
})

test.each([
  ['-- KEYS[1]  a\nreturn KEYS[1] .. ARGV[1]', 'ARGV[1] is not in the head'],
  ['-- KEYS[1]  a\n-- KEYS[3]  b\nreturn KEYS[1] .. KEYS[3]', 'not numbered from 1 without gaps'],
  ['-- KEYS[1]  a\n-- ARGV[1]  b\nreturn KEYS[1]', 'ARGV[1] is in the head but not used'],
])('a head that does not describe its body is refused', (source, message) => {
  expect(() => checkHead(source, 'x.lua')).toThrow(message)
})
