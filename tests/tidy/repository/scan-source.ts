// Separates code, comments and literals. TypeScript 7 offers no API for it, and a rule that searches plain text would
// mistake a comment about `Date.now()` for a call.
export type ScannedSource = {
  /** Same length as the source, so that offsets agree; comments and quoted text are blank. */
  code: string
  /** Same length as the source; only comments are blank. */
  withoutComments: string
  /** Strings and templates as written; for a template, the part before its first `${`. */
  literals: readonly Literal[]
  /** Comments as written, with their delimiters. */
  comments: readonly Literal[]
}

type Literal = { text: string; offset: number }

type Blanked = { start: number; end: number; isComment: boolean }

const comment = /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/y
const shebang = /#![^\n]*/y
const quoted = /'(?:\\[\s\S]|[^'\\\n])*'?|"(?:\\[\s\S]|[^"\\\n])*"?/y
const templateText = /(?:\\[\s\S]|\$(?!\{)|[^`\\$])*/y
const regularExpression = /\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\/[a-z]*/y

// A slash after one of these begins a regular expression; after anything else it is a division. `<` is missing on
// purpose: `</div>` is neither.
const beforeExpression =
  /(?:^|[(,=:[!&|?{}+\-*%>~^;]|\b(?:return|typeof|case|in|of|void|throw|else|await))\s*$/

export function scanSource(text: string): ScannedSource {
  const blanked: Blanked[] = []
  const literals: Literal[] = []
  // One entry per open `${`, counting the braces opened inside it.
  const openBraces: number[] = []
  let offset = 0
  let codeSinceBlank = ''

  function match(pattern: RegExp): string | undefined {
    pattern.lastIndex = offset
    return pattern.exec(text)?.[0]
  }

  function blank(length: number, isComment: boolean): void {
    blanked.push({ start: offset, end: offset + length, isComment })
    offset += length
  }

  function readQuoted(found: string): void {
    literals.push({ text: found.slice(1, found.at(-1) === found[0] ? -1 : undefined), offset })
    offset += 1
    blank(Math.max(0, found.length - 2), false)
    offset += 1
    codeSinceBlank = found.slice(0, 1)
  }

  function readTemplateText(isFirst: boolean): void {
    const found = match(templateText) ?? ''
    if (isFirst) literals.push({ text: found, offset: offset - 1 })
    blank(found.length, false)
    const opensExpression = text.startsWith('${', offset)
    if (opensExpression) openBraces.push(0)
    offset += opensExpression ? 2 : 1
    codeSinceBlank = opensExpression ? '{' : '`'
  }

  function readCode(character: string): void {
    const depth = openBraces.at(-1)
    offset += 1
    codeSinceBlank += character
    if (depth === undefined) return
    if (character === '{') openBraces[openBraces.length - 1] = depth + 1
    if (character !== '}') return
    if (depth > 0) openBraces[openBraces.length - 1] = depth - 1
    else {
      openBraces.pop()
      readTemplateText(false)
    }
  }

  while (offset < text.length) {
    const character = text.charAt(offset)
    const hidden = match(comment) ?? (offset === 0 ? match(shebang) : undefined)
    const expression = character === '/' && beforeExpression.test(codeSinceBlank) && match(regularExpression)
    const literal = match(quoted)
    if (hidden) blank(hidden.length, true)
    else if (literal) readQuoted(literal)
    else if (character === '`') {
      offset += 1
      readTemplateText(true)
    } else if (expression) {
      blank(expression.length, false)
      codeSinceBlank = 'x'
    } else readCode(character)
  }

  return {
    code: blankOut(text, blanked),
    withoutComments: blankOut(
      text,
      blanked.filter((part) => part.isComment),
    ),
    literals,
    comments: blanked
      .filter(({ isComment }) => isComment)
      .map(({ start, end }) => ({ text: text.slice(start, end), offset: start })),
  }
}

function blankOut(text: string, parts: readonly Blanked[]): string {
  let result = ''
  let end = 0
  for (const part of parts) {
    result += text.slice(end, part.start) + text.slice(part.start, part.end).replace(/[^\n]/g, ' ')
    end = part.end
  }
  return result + text.slice(end)
}
