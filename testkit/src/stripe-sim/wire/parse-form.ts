// Parses `a[b][0][c]=d` and `a[]=d`, as the provider's clients encode them.
export type FormValue = string | FormValue[] | FormRecord
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
