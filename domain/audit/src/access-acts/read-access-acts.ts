import type { ObjectKey, ObjectStore } from '@gatehouse/objects/object-store'
import { Fault } from '@gatehouse/runtime/fault'
import { type AccessAct, accessActSchema, dayFolder } from './access-act.ts'

declare module '@gatehouse/runtime/fault' {
  interface FaultCodes {
    audit: 'audit.unreadable_act'
  }
}

const dayMs = 86_400_000

/** Acts of this time and later, oldest first. `now` only ends the search: acts of a clock that is a day ahead are found. */
export async function readAccessActs(
  objects: Pick<ObjectStore, 'list' | 'get'>,
  { from, now }: { from: Date; now: Date },
): Promise<AccessAct[]> {
  const acts: AccessAct[] = []
  for (const day of daysBetween(from, now)) {
    for (const key of await objects.list(dayFolder(day))) acts.push(await readAct(objects, key))
  }
  return acts.filter(({ at }) => Date.parse(at) >= from.getTime()).sort(byTime)
}

/**
 * The last suspension of each company, and the last revocation and the last expiry of each key, oldest first: they decide
 * what the state is now.
 */
export function lastActs(acts: readonly AccessAct[]): AccessAct[] {
  const last = new Map<string, AccessAct>()
  for (const act of acts.toSorted(byTime)) {
    last.set('keyId' in act ? `${act.kind} ${act.keyId}` : act.companyId, act)
  }
  return [...last.values()].sort(byTime)
}

function byTime(left: AccessAct, right: AccessAct): number {
  return Date.parse(left.at) - Date.parse(right.at) || left.id.localeCompare(right.id)
}

function daysBetween(from: Date, now: Date): string[] {
  const days: string[] = []
  const startMs = Math.floor(from.getTime() / dayMs) * dayMs
  for (let ms = startMs; ms <= now.getTime() + dayMs; ms += dayMs)
    days.push(new Date(ms).toISOString().slice(0, 10))
  return days
}

async function readAct(objects: Pick<ObjectStore, 'get'>, key: ObjectKey): Promise<AccessAct> {
  const bytes = await objects.get(key)
  const parsed = accessActSchema.safeParse(parseJson(bytes?.toString('utf8') ?? ''))
  if (parsed.success) return parsed.data
  // Leaving out an act could leave a revoked key working, so nothing is applied until an operator has looked at it.
  throw new Fault({
    kind: 'internal',
    code: 'audit.unreadable_act',
    publicMessage: `The object ${key} is not an access act that this release can read. Use the release that wrote it, or remove the object.`,
    context: { key },
  })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
