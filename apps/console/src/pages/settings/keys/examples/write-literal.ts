// Values of a request as source text of the three languages in which examples are written.
export type LiteralLanguage = 'curl' | 'typescript' | 'python'

type Style = {
  quote: (text: string) => string
  name: (name: string) => string
  /** Inside of braces. */
  pad: string
  yes: string
  no: string
}

const styles: Readonly<Record<LiteralLanguage, Style>> = {
  curl: { quote: JSON.stringify, name: (name) => `"${name}"`, pad: ' ', yes: 'true', no: 'false' },
  typescript: { quote: quoteSingly, name: (name) => name, pad: ' ', yes: 'true', no: 'false' },
  python: { quote: JSON.stringify, name: (name) => `"${name}"`, pad: '', yes: 'True', no: 'False' },
}

export type Literal =
  | string
  | number
  | boolean
  | readonly Literal[]
  | { readonly [name: string]: Literal | undefined }

/** Everything in one line, except that a list of several things has one line for each, indented by `indent`. */
export function writeLiteral(value: Literal, language: LiteralLanguage, indent = ''): string {
  const { quote, name, pad, yes, no } = styles[language]
  if (typeof value === 'string') return quote(value)
  if (typeof value === 'number') return String(value)
  if (typeof value === 'boolean') return value ? yes : no
  if (isList(value)) {
    const items = value.map((item) => writeLiteral(item, language))
    if (items.length < 2) return `[${items.join('')}]`
    const end = language === 'curl' ? '' : ','
    const step = language === 'python' ? '    ' : '  '
    return `[\n${items.map((item) => `${indent}${step}${item}`).join(',\n')}${end}\n${indent}]`
  }
  const fields = Object.entries(value).flatMap(([field, inner]) =>
    inner === undefined ? [] : [`${name(field)}: ${writeLiteral(inner, language)}`],
  )
  return `{${pad}${fields.join(', ')}${pad}}`
}

function isList(value: Literal): value is readonly Literal[] {
  return Array.isArray(value)
}

function quoteSingly(text: string): string {
  const inner = JSON.stringify(text)
    .slice(1, -1)
    .replaceAll(String.raw`\"`, '"')
    .replaceAll("'", String.raw`\'`)
  return `'${inner}'`
}
