import { readFormat, type RunFormat, type StyleFormat } from './run-format.ts'
import { readXml } from './read-xml.ts'

export type DocxStyles = { styles: Map<string, StyleFormat>; defaults: RunFormat }

/** Reads word/styles.xml, as far as styles decide what is visible and what is a heading. */
export function readStyles(xml: string, depthMax: number): DocxStyles {
  const styles = new Map<string, StyleFormat>()
  let defaults: RunFormat = {}
  let id: string | undefined
  let current: StyleFormat = { isHeading: false, format: {} }
  const path: string[] = []
  readXml(
    xml,
    {
      open(name, attributes) {
        const parent = path.at(-1)
        path.push(name)
        if (name === 'style') {
          id = attributes.get('styleId')
          current = { isHeading: isHeadingName(id ?? ''), format: {} }
        }
        if (name === 'basedOn') current = { ...current, basedOn: attributes.get('val') ?? '' }
        if (name === 'name')
          current = { ...current, isHeading: current.isHeading || isHeadingName(attributes.get('val') ?? '') }
        if (name === 'outlineLvl') current = { ...current, isHeading: Number(attributes.get('val')) < 9 }
        if (parent !== 'rPr' && !path.includes('textFill') && name !== 'shd') return
        const format = readFormat({ name, attributes })
        if (path.includes('rPrDefault')) defaults = { ...defaults, ...format }
        else current = { ...current, format: { ...current.format, ...format } }
      },
      text() {},
      close(name) {
        path.pop()
        if (name === 'style' && id !== undefined) styles.set(id, current)
      },
    },
    depthMax,
  )
  return { styles, defaults }
}

/** Word translates the identifiers of its styles (berschrift1, Titre1) but not their names. */
function isHeadingName(name: string): boolean {
  return /^heading\s*[1-6]$/i.test(name)
}
