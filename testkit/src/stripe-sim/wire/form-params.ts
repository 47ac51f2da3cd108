// Reads parameters by their required type; an invalid value is rejected with the provider's error.
import { invalid, missingParam } from './refusal.ts'

export type FormParams = {
  has(name: string): boolean
  text(name: string): string | undefined
  requiredText(name: string): string
  integer(name: string): number | undefined
  flag(name: string): boolean | undefined
  list(name: string): string[]
  records(name: string): FormParams[]
  record(name: string): FormParams | undefined
  /** Empty values remove a key, as at the provider. */
  metadata(name?: string, before?: Record<string, string>): Record<string, string>
  /** Rejects parameters that the operation does not know, so that a misspelt one does not go unnoticed. */
  allow(names: readonly string[]): void
  readonly names: readonly string[]
}

export function readParams(record: FormRecord, path = ''): FormParams {
  const nameOf = (name: string) => (path === '' ? name : `${path}[${name}]`)
  const text = (name: string): string | undefined => {
    const value = record[name]
    if (value === undefined || typeof value === 'string') return value
    throw invalid(`Invalid string: ${nameOf(name)}`, nameOf(name))
  }
  const nested = (value: FormValue, at: string): FormParams => {
    if (typeof value === 'string' || Array.isArray(value)) throw invalid('Invalid object', at)
    return readParams(value, at)
  }
  return {
    names: Object.keys(record),
    has: (name) => record[name] !== undefined,
    text,
    requiredText(name) {
      const value = text(name)
      if (value === undefined || value === '') throw missingParam(nameOf(name))
      return value
    },
    integer(name) {
      const value = text(name)
      if (value === undefined || value === '') return undefined
      if (/^-?\d+$/.test(value)) return Number(value)
      throw invalid(`Invalid integer: ${value}`, nameOf(name), 'parameter_invalid_integer')
    },
    flag(name) {
      const value = text(name)
      if (value === undefined || value === '') return undefined
      if (value === 'true' || value === 'false') return value === 'true'
      throw invalid(`Invalid boolean: ${value}`, nameOf(name))
    },
    list(name) {
      const value = record[name]
      if (value === undefined || value === '') return []
      if (!Array.isArray(value)) throw invalid('Invalid array', nameOf(name))
      return value.filter((item) => typeof item === 'string')
    },
    records(name) {
      const value = record[name]
      if (value === undefined || value === '') return []
      if (!Array.isArray(value)) throw invalid('Invalid array', nameOf(name))
      return value.map((item, at) => nested(item, `${nameOf(name)}[${at}]`))
    },
    record(name) {
      const value = record[name]
      return value === undefined || value === '' ? undefined : nested(value, nameOf(name))
    },
    metadata(name = 'metadata', before = {}) {
      const value = record[name]
      if (value === undefined) return { ...before }
      if (typeof value === 'string' || Array.isArray(value)) return {}
      const merged = { ...before, ...(value as Record<string, string>) }
      return Object.fromEntries(Object.entries(merged).filter(([, content]) => content !== ''))
    },
    allow(names) {
      const unknown = Object.keys(record).find((name) => !names.includes(name))
      if (unknown === undefined) return
      throw invalid(`Received unknown parameter: ${nameOf(unknown)}`, nameOf(unknown), 'parameter_unknown')
    },
  }
}

// Parses `a[b][0][c]=d` and `a[]=d`, as the provider's clients encode them.
type FormValue = string | FormValue[] | FormRecord
export type FormRecord = { [name: string]: FormValue }

type Node = Map<string, Node | string>

export function parseForm(text: string): FormRecord {
  const root: Node = new Map()
  for (const [name, value] of new URLSearchParams(text)) {
    const [head = '', ...rest] = name.split('[').map((part) => part.replace(/\]$/, ''))
    place(root, [head, ...rest], value)
  }
  return recordOf(root)
}

function place(node: Node, [head = '', ...rest]: string[], value: string): void {
  const key = head === '' ? String(node.size) : head
  if (rest.length === 0) {
    node.set(key, value)
    return
  }
  const found = node.get(key)
  const child: Node = found instanceof Map ? found : new Map()
  node.set(key, child)
  place(child, rest, value)
}

function recordOf(node: Node): FormRecord {
  return Object.fromEntries([...node].map(([key, child]) => [key, valueOf(child)]))
}

function valueOf(child: Node | string): FormValue {
  if (typeof child === 'string') return child
  const isList = [...child.keys()].every((key) => /^\d+$/.test(key))
  return isList ? [...child.values()].map(valueOf) : recordOf(child)
}
