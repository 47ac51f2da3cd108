// The pages that the console declares, read from its tables as text: the tables import what only a browser can run.
import { lineNumber } from './line-number.ts'
import type { Repository } from './repository.ts'
import { scanSource } from './scan-source.ts'

export const pagesPath = 'apps/console/src/pages.ts'
/** The tables of the groups, whose pages pages.ts puts together. */
const groupTable = /^apps\/console\/src\/pages\/([a-z-]+)\/\1-pages\.ts$/

/** `table` and `line` are where the page is declared; `folder` is that of its component. */
export type DeclaredPage = {
  table: string
  line: number
  name: string
  route: string
  who: string
  states: readonly string[]
  folder: string
}

export function declaredPages({ files }: Repository): DeclaredPage[] {
  return files.filter(({ path }) => path === pagesPath || groupTable.test(path)).flatMap(pagesOfTable)
}

function pagesOfTable({ path, text }: { path: string; text: string }): DeclaredPage[] {
  const { withoutComments } = scanSource(text)
  const starts = [...withoutComments.matchAll(/\bdefinePage\(\{/g)].map(({ index }) => index)
  return starts.map((start, index) => {
    const body = withoutComments.slice(start, starts[index + 1])
    const read = (pattern: RegExp) => pattern.exec(body)?.[1] ?? ''
    const component = read(/\bimport\('\.\/([^']+)\/[^'/]+'\)/)
    return {
      table: path,
      line: lineNumber(text, start),
      name: read(/\bname: '([^']+)'/),
      route: read(/\bpath: '([^']+)'/),
      who: read(/\bwho: '([^']+)'/),
      states: [...read(/\bstates: \[([^\]]*)\]/).matchAll(/'([^']+)'/g)].map((match) => match[1] ?? ''),
      folder: `${path.slice(0, path.lastIndexOf('/'))}/${component}`,
    }
  })
}
