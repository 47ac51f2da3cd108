import { JsonCursor, readString } from './json-cursor.ts'

/**
 * Returns the first of these fields that the object has at its top level, as spelled in the list. The comparison
 * ignores case, because lenient providers do. The body must already have been scanned.
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
