import { JsonCursor, readString } from './json-cursor.ts'

/**
 * The first of these fields that the object has at its top level, by the name in the list. Lenient providers read field names
 * in any case, so case does not matter. The body must have been scanned before.
 */
export function findTopLevelField(body: Buffer, names: readonly string[]): string | undefined {
  const folded = new Map(names.map((name) => [fold(name), name]))
  const cursor = new JsonCursor(body)
  cursor.enterObject()
  while (cursor.nextMember()) {
    const key = readString(body, { start: cursor.keyStart, end: cursor.keyEnd })
    const name = folded.get(fold(key))
    if (name !== undefined) return name
    cursor.skipValue()
  }
  return undefined
}

function fold(name: string): string {
  return name.toUpperCase().toLowerCase()
}
