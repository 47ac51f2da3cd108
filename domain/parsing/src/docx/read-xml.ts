// A single-pass XML reader that reports events. It rejects DOCTYPE, so the only entities are the five predefined ones
// and character references; it drops namespace prefixes and limits the depth. It is lenient: it exists to read text,
// not to validate.
import { RefusalError } from '../read-outcome.ts'

export type XmlHandler = {
  open(name: string, attributes: ReadonlyMap<string, string>): void
  text(text: string): void
  close(name: string): void
}

// A map: an object would also know the names that every object inherits.
const named: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
])

export function readXml(xml: string, handler: XmlHandler, depthMax: number): void {
  let depth = 0
  let at = 0
  while (at < xml.length) {
    const start = xml.indexOf('<', at)
    if (start < 0) break
    if (start > at) handler.text(decodeEntities(xml.slice(at, start)))
    const { end, content, kind } = readMarkup(xml, start)
    at = end
    if (kind === 'text') handler.text(content)
    if (kind === 'close') {
      depth -= 1
      handler.close(localName(content.slice(1)))
    }
    if (kind !== 'open' && kind !== 'empty') continue
    if (depth >= depthMax) throw new RefusalError('xml_depth')
    const [name = ''] = /^[^\s/]+/.exec(content) ?? []
    handler.open(localName(name), readAttributes(content.slice(name.length)))
    if (kind === 'empty') handler.close(localName(name))
    else depth += 1
  }
}

type Markup = { end: number; content: string; kind: 'open' | 'empty' | 'close' | 'text' | 'other' }

function readMarkup(xml: string, start: number): Markup {
  if (xml.startsWith('<!--', start)) return skipTo(xml, start, '-->')
  if (xml.startsWith('<![CDATA[', start)) {
    const { end } = skipTo(xml, start, ']]>')
    return { end, content: xml.slice(start + 9, end - 3), kind: 'text' }
  }
  if (xml.startsWith('<?', start)) return skipTo(xml, start, '?>')
  if (xml.startsWith('<!', start)) throw new RefusalError('xml_doctype')
  const end = endOfTag(xml, start)
  const content = xml.slice(start + 1, end - 1)
  if (content.startsWith('/')) return { end, content, kind: 'close' }
  return { end, content, kind: content.endsWith('/') ? 'empty' : 'open' }
}

function skipTo(xml: string, start: number, mark: string): Markup {
  const found = xml.indexOf(mark, start)
  if (found < 0) throw new RefusalError('damaged')
  return { end: found + mark.length, content: '', kind: 'other' }
}

/** A `>` inside quotes does not end a tag. */
function endOfTag(xml: string, start: number): number {
  const tag = /(?:[^"'>]|"[^"]*"|'[^']*')*>/y
  tag.lastIndex = start + 1
  if (!tag.test(xml)) throw new RefusalError('damaged')
  return tag.lastIndex
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1).trim()
}

/**
 * A name may only start after white space or a value: trying every letter of a long name as a start takes quadratic
 * time.
 */
const attribute = /(?<![^\s"'])([^\s="']+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g

function readAttributes(text: string): Map<string, string> {
  const attributes = new Map<string, string>()
  for (const [, name = '', double, single] of text.matchAll(attribute)) {
    attributes.set(localName(name), decodeEntities(double ?? single ?? ''))
  }
  return attributes
}

export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text
  return text.replaceAll(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w+));/gi, (whole, ...groups) => {
    const [hex, decimal, name] = groups as (string | undefined)[]
    if (name !== undefined) return named.get(name) ?? whole
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
    return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : ''
  })
}
