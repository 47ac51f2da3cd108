// Fills the values into a file of deploy/, so that tests run the files that operators use.
import { readFile } from 'node:fs/promises'

const directory = new URL('../../../deploy/', import.meta.url)

/** Reads a file of deploy/ and replaces each `${name}`. Every name must have a value, and every value must be used. */
export async function fillTemplate(file: string, values: Readonly<Record<string, string>>): Promise<string> {
  const unused = new Set(Object.keys(values))
  const text = await readFile(new URL(file, directory), 'utf8')
  const filled = text.replaceAll(/^(?!\s*#).*$/gm, (line) =>
    line.replaceAll(/\$\{(\w+)\}/g, (_whole, name: string) => {
      const value = values[name]
      if (value === undefined) throw new Error(`${file} needs a value for ${name}`)
      unused.delete(name)
      return value
    }),
  )
  if (unused.size > 0) throw new Error(`${file} does not use ${[...unused].join(', ')}`)
  return filled
}
