// pdf.js returns a page as a list of operators whose arguments are untyped. These functions treat them as untrusted: an
// unexpected value becomes a harmless default, never an exception.
import type { Colour, Matrix } from '../pdf/page-content.ts'

export type PageOperation = { name: string; args: readonly unknown[] }

export type OperatorList = { fnArray: readonly number[]; argsArray: readonly unknown[] }

export function listOperations(
  list: OperatorList,
  names: ReadonlyMap<number, string>,
): Generator<PageOperation> {
  return (function* () {
    for (const [index, code] of list.fnArray.entries()) {
      const args = list.argsArray[index]
      yield { name: names.get(code) ?? '', args: Array.isArray(args) ? args : [] }
    }
  })()
}

export function toNumber(value: unknown, otherwise = 0): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : otherwise
}

export function toNumbers(value: unknown): number[] {
  if (Array.isArray(value)) return value.map((one) => toNumber(one))
  return value instanceof Float32Array ? Array.from(value, (one) => toNumber(one)) : []
}

export function toMatrix(value: unknown): Matrix | undefined {
  const [a, b, c, d, e, f] = toNumbers(value)
  if (a === undefined || b === undefined || c === undefined) return undefined
  return d === undefined || e === undefined || f === undefined ? undefined : [a, b, c, d, e, f]
}

export function toColour(value: unknown): Colour | null {
  if (typeof value !== 'string' || !/^#[\da-f]{6}$/i.test(value)) return null
  const number = Number.parseInt(value.slice(1), 16)
  return [number >> 16, (number >> 8) & 255, number & 255]
}

export function toRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
