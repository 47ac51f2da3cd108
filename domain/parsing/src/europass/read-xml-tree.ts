import { readXml } from '../docx/read-xml.ts'

export type XmlElement = {
  name: string
  attributes: ReadonlyMap<string, string>
  children: readonly XmlElement[]
  /** Of the element itself, without its children's. */
  text: string
}

type Building = { name: string; attributes: ReadonlyMap<string, string>; children: Building[]; text: string }

/** An XML document as a tree, for documents that are small by nature. */
export function readXmlTree(xml: string, depthMax: number): XmlElement {
  const root: Building = { name: '', attributes: new Map(), children: [], text: '' }
  const stack = [root]
  readXml(
    xml,
    {
      open(name, attributes) {
        const element: Building = { name, attributes, children: [], text: '' }
        stack.at(-1)?.children.push(element)
        stack.push(element)
      },
      text(text) {
        const current = stack.at(-1)
        if (current) current.text += text
      },
      close() {
        if (stack.length > 1) stack.pop()
      },
    },
    depthMax,
  )
  return root.children[0] ?? root
}

/** Elements along a path of names: `find(person, 'PersonName/GivenName')`. */
export function findElements(from: XmlElement, path: string): XmlElement[] {
  return path
    .split('/')
    .reduce<XmlElement[]>(
      (elements, name) => elements.flatMap(({ children }) => children.filter((child) => child.name === name)),
      [from],
    )
}

/** The text of the first element along a path; null when it is absent or empty. */
export function findText(from: XmlElement, path: string): string | null {
  const text = findElements(from, path)[0]?.text.trim() ?? ''
  return text === '' ? null : text
}
