import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type Script, admit } from './admit-script.ts'
import { lease } from './lease-script.ts'
import { updateCompany } from './update-script.ts'

const countProcesses: Script = (redis, [key = ''], [processId = '', silentMs]) => {
  const now = redis.nowMs
  redis.zadd(key, now, processId)
  for (const gone of redis.zrange(key, (score) => score < now - Number(silentMs))) redis.zrem(key, gone)
  redis.pexpire(key, Number(silentMs))
  return [now, redis.zrange(key).length]
}

type Port = { script: Script; shared?: readonly string[] }
const shared = ['window', 'leases']
const ports: Readonly<Record<string, Port>> = {
  admit: { script: admit, shared },
  lease: { script: lease, shared },
  'update-company': { script: updateCompany },
  'count-processes': { script: countProcesses },
}

/** The scripts by the hash under which the product calls them. */
export const scriptsBySha: ReadonlyMap<string, Script> = new Map(
  Object.entries(ports).map(([name, port]) => [shaOf([...(port.shared ?? []), name]), port.script]),
)

function shaOf(names: readonly string[]): string {
  const folder = new URL('../../../domain/limits/src/redis/', import.meta.url)
  const parts = names.map((name) => readFileSync(new URL(`${name}.lua`, folder), 'utf8'))
  return createHash('sha1').update(parts.join('\n')).digest('hex')
}
