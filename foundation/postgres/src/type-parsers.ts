// Parses column values where the driver's default would lose something. `generate-table-types.ts` generates the
// matching types.
import pg from 'pg'

type Parse = (text: string) => unknown
type TextArray = readonly (string | null | TextArray)[]

// The driver's list of type ids does not include arrays.
const driverParser = pg.types.getTypeParser as (id: number, format?: 'text' | 'binary') => Parse
const parseTextArray = driverParser(1009) as (text: string) => TextArray

const parsers: Readonly<Record<number, Parse>> = {
  // Credits are bigint from the column to the response: an int8 must never become a JavaScript number.
  20: BigInt,
  1016: (text) => toBigInts(parseTextArray(text)),
  // A date has no time zone; as a JavaScript Date it would be a different day in another zone.
  1082: (text) => text,
  1182: parseTextArray,
  // The driver parses a numeric as text, but an array of them as floating-point numbers.
  1231: parseTextArray,
}

export function getTypeParser(id: number, format?: 'text' | 'binary'): Parse {
  const own = format === 'binary' ? undefined : parsers[id]
  return own ?? driverParser(id, format)
}

function toBigInts(items: TextArray): unknown[] {
  return items.map((item) => {
    if (item === null) return null
    return typeof item === 'string' ? BigInt(item) : toBigInts(item)
  })
}
