import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type Script, admit } from './admit-script.ts'
import { updateCompany } from './update-script.ts'

const countProcesses: Script = (redis, [key = ''], [processId = '', silentMs]) => {
  const now = redis.nowMs
  redis.zadd(key, now, processId)
  for (const gone of redis.zrange(key, (score) => score < now - Number(silentMs))) redis.zrem(key, gone)
  redis.pexpire(key, Number(silentMs))
  return [now, redis.zrange(key).length]
}

const ports = { admit, 'update-company': updateCompany, 'count-processes': countProcesses }

/** The scripts by the hash under which the product calls them. */
export const scriptsBySha: ReadonlyMap<string, Script> = new Map(
  Object.entries(ports).map(([name, script]) => [shaOf(name), script]),
)

function shaOf(name: string): string {
  const file = new URL(`../../../domain/limits/src/redis/${name}.lua`, import.meta.url)
  return createHash('sha1').update(readFileSync(file, 'utf8')).digest('hex')
}
