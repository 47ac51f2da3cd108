import { readXml } from '../docx/read-xml.ts'

export type XmlElement = {
  name: string
  attributes: ReadonlyMap<string, string>
  children: readonly XmlElement[]
  /** Text of the element itself, without that of its children. */
  text: string
}

type Building = { name: string; attributes: ReadonlyMap<string, string>; children: Building[]; text: string }

/** Reads an XML document into a tree; meant for small documents. */
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

/** Returns the elements along a path of names: `findElements(person, 'PersonName/GivenName')`. */
export function findElements(from: XmlElement, path: string): XmlElement[] {
  return path
    .split('/')
    .reduce<XmlElement[]>(
      (elements, name) => elements.flatMap(({ children }) => children.filter((child) => child.name === name)),
      [from],
    )
}

/** Returns the text of the first element along a path; null if it is absent or empty. */
export function findText(from: XmlElement, path: string): string | null {
  const text = findElements(from, path)[0]?.text.trim() ?? ''
  return text === '' ? null : text
}
