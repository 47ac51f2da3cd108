/** An entry of Vite's manifest, as far as it is read here. */
export type Chunk = {
  file: string
  name?: string
  isEntry?: boolean
  imports?: readonly string[]
  dynamicImports?: readonly string[]
  css?: readonly string[]
}

export type Weight = { name: string; bytes: number; bytesMax: number }

const kilobyte = 1_000
const budgets = {
  first: 150 * kilobyte,
  further: 50 * kilobyte,
  widgets: 70 * kilobyte,
  styles: 15 * kilobyte,
}

type Manifest = Readonly<Record<string, Chunk>>

export function weighBuild(manifest: Manifest, bytesOf: (file: string) => number): Weight[] {
  const [entryKey] = Object.entries(manifest).find(([, { isEntry }]) => isEntry) ?? []
  if (entryKey === undefined) throw new Error('the manifest has no entry')
  const sum = (keys: Iterable<string>) =>
    [...keys].reduce((total, key) => total + bytesOf(manifest[key]?.file ?? ''), 0)
  const entry = closure(manifest, entryKey)
  const widgets = Object.keys(manifest).filter((key) => manifest[key]?.name === 'widgets')
  const pages = Object.keys(manifest)
    .filter((key) => /src\/pages\/.*-page\.tsx$/.test(key))
    .map((key) => {
      const own = closure(manifest, key).difference(entry).difference(new Set(widgets))
      return { name: key.replace(/^.*\/(.*)-page\.tsx$/, '$1'), bytes: sum(own) }
    })
  // The login is what a person who comes for the first time waits for; the start page leads on to Home.
  const login = pages.find(({ name }) => name === 'login')?.bytes ?? 0
  const home = pages.find(({ name }) => name === 'home')?.bytes ?? 0
  const styles = new Set(Object.values(manifest).flatMap(({ css = [] }) => css))
  return [
    { name: 'first page', bytes: sum(entry) + Math.max(login, home), bytesMax: budgets.first },
    ...pages.map(({ name, bytes }) => ({ name: `page ${name}`, bytes, bytesMax: budgets.further })),
    { name: 'widgets', bytes: sum(widgets), bytesMax: budgets.widgets },
    {
      name: 'styles',
      bytes: [...styles].reduce((total, file) => total + bytesOf(file), 0),
      bytesMax: budgets.styles,
    },
  ]
}

/** A chunk and everything that it imports statically. */
function closure(manifest: Manifest, start: string): Set<string> {
  const found = new Set([start])
  for (const key of found) for (const imported of manifest[key]?.imports ?? []) found.add(imported)
  return found
}
