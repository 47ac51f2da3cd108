// A Lua script is a file of its own whose head names every key and argument:
//
//   -- Takes one request out of the window.
//   -- KEYS[1]  the window
//   -- ARGV[1]  limit
//
// The head is checked against the body when the script is loaded, so it cannot go out of date. Functions that several
// scripts use are in files of their own, which are put in front: Redis has no other way to share them.
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { hashTag } from './key-slot.ts'
import type { RedisClient } from './redis-client.ts'

export type RedisScript = {
  run(redis: RedisClient, keys: readonly string[], values: readonly (string | number)[]): Promise<unknown>
}

export async function loadScript(file: URL, shared: readonly URL[] = []): Promise<RedisScript> {
  const parts = await Promise.all([...shared, file].map((part) => readFile(part, 'utf8')))
  const { keyCount, valueCount } = checkHead(parts.at(-1) ?? '', file.pathname.split('/').at(-1) ?? '')
  const source = parts.join('\n')
  const sha = createHash('sha1').update(source).digest('hex')
  return {
    async run(redis, keys, values) {
      if (keys.length !== keyCount || values.length !== valueCount) {
        throw new TypeError(`${file.pathname} takes ${keyCount} keys and ${valueCount} values`)
      }
      if (!areInOneSlot(keys))
        throw new TypeError(`${file.pathname}: the keys of a script must have the same part in braces`)
      try {
        return await redis.evalsha(sha, keyCount, ...keys, ...values)
      } catch (thrown) {
        // Redis loses its scripts when it restarts; sending the source once loads the script again.
        if (!(thrown instanceof Error) || !thrown.message.startsWith('NOSCRIPT')) throw thrown
        return redis.eval(source, keyCount, ...keys, ...values)
      }
    },
  }
}

/** A cluster runs a script only if one node has all its keys, which the same text in braces guarantees. */
function areInOneSlot(keys: readonly string[]): boolean {
  const [first] = keys
  return keys.every((key) => key === first) || new Set(keys.map(hashTag)).size === 1
}

export function checkHead(source: string, name: string): { keyCount: number; valueCount: number } {
  const lines = source.split('\n')
  const head = lines.filter((line) => line.startsWith('--')).join('\n')
  const body = lines.filter((line) => !line.trimStart().startsWith('--')).join('\n')
  return {
    keyCount: countDocumented({ head, body, name }, 'KEYS'),
    valueCount: countDocumented({ head, body, name }, 'ARGV'),
  }
}

function countDocumented(
  script: { head: string; body: string; name: string },
  list: 'KEYS' | 'ARGV',
): number {
  const numbers = (text: string) =>
    new Set([...text.matchAll(new RegExp(`${list}\\[(\\d+)\\]`, 'g'))].map((match) => Number(match[1])))
  const documented = numbers(script.head)
  const used = numbers(script.body)
  for (const number of used) {
    if (!documented.has(number)) throw new Error(`${script.name}: ${list}[${number}] is not in the head`)
  }
  for (let number = 1; number <= documented.size; number += 1) {
    if (!documented.has(number))
      throw new Error(`${script.name}: ${list} are not numbered from 1 without gaps`)
  }
  const unused = [...documented].find((number) => !used.has(number))
  if (unused !== undefined) throw new Error(`${script.name}: ${list}[${unused}] is in the head but not used`)
  return documented.size
}
