// Inserts a counter into every branch of a module: blocks, cases, arms of conditions, right sides of `&&`, `||` and `??`.
// Only the product's own text is copied, at the same lines, so that stack traces stay right.
import { Visitor, parseSync } from 'oxc-parser'

/** Global name of the counters in an instrumented module. */
export const countersName = 'gatehouseFuzzCounters'
const local = 'fuzz$counters'

export type InstrumentedCode = {
  code: string
  /** The strings of the module, which are often words of the format that it reads. */
  literals: readonly string[]
}

type Range = { start: number; end: number }

/** Expects JavaScript; `newId` gives the counter of a branch. */
export function instrumentCode(source: string, newId: () => number): InstrumentedCode {
  const { program, errors } = parseSync('module.js', source, { sourceType: 'module' })
  if (errors.length > 0) throw new Error(`cannot be instrumented: ${errors[0]?.message}`)
  const literals = new Set<string>()
  const insertions = new Map<number, { closing: string; opening: string }>()
  const at = (place: number) => {
    const known = insertions.get(place) ?? { closing: '', opening: '' }
    insertions.set(place, known)
    return known
  }
  const count = () => `${local}[${newId()}]++`
  const countBefore = (place: number) => (at(place).opening += `${count()};`)
  // An outer node is visited before the nodes in it, and has to be closed after them.
  const wrap = ({ start, end }: Range, [opening, closing]: [string, string]) => {
    at(start).opening += opening
    at(end).closing = closing + at(end).closing
  }
  const wrapExpression = (node: Range) => wrap(node, [`(${count()},`, ')'])
  const wrapStatement = (node: (Range & { type: string }) | null) => {
    if (node && node.type !== 'BlockStatement' && node.type !== 'IfStatement')
      wrap(node, [`{${count()};`, '}'])
  }
  new Visitor({
    // The bodies of functions are blocks too.
    BlockStatement({ body, start }) {
      const [first] = body
      countBefore(first && 'directive' in first && first.directive ? first.end : start + 1)
    },
    ArrowFunctionExpression({ body }) {
      if (body.type !== 'BlockStatement') wrapExpression(body)
    },
    IfStatement({ consequent, alternate }) {
      wrapStatement(consequent)
      wrapStatement(alternate)
    },
    ForStatement: ({ body }) => wrapStatement(body),
    ForOfStatement: ({ body }) => wrapStatement(body),
    ForInStatement: ({ body }) => wrapStatement(body),
    WhileStatement: ({ body }) => wrapStatement(body),
    SwitchCase({ consequent: [first] }) {
      if (first && first.type !== 'BlockStatement') countBefore(first.start)
    },
    ConditionalExpression({ consequent, alternate }) {
      wrapExpression(consequent)
      wrapExpression(alternate)
    },
    LogicalExpression: ({ right }) => wrapExpression(right),
    AssignmentExpression({ operator, right }) {
      if (['&&=', '||=', '??='].includes(operator)) wrapExpression(right)
    },
    Literal({ value }) {
      if (typeof value === 'string' && isWord(value)) literals.add(value)
    },
  }).visit(program)
  return { code: insert(source, insertions), literals: [...literals] }
}

/** Names of modules are not words of a format. */
function isWord(text: string): boolean {
  return text.length > 0 && text.length <= 40 && !/^(?:\.\.?\/|node:|@)/.test(text)
}

function insert(source: string, insertions: Map<number, { closing: string; opening: string }>): string {
  const parts = [`const ${local} = globalThis.${countersName};`]
  let copiedTo = 0
  for (const [place, { closing, opening }] of [...insertions].sort(([one], [other]) => one - other)) {
    parts.push(source.slice(copiedTo, place), closing, opening)
    copiedTo = place
  }
  parts.push(source.slice(copiedTo))
  return parts.join('')
}
