// The patterns of STYLE.md that make a native reader stop, searched in comments, in sentences between quotes (log
// messages, errors, test names) and in documents. They are patterns in context: "note", "book" or "tell A from B" are
// ordinary English. STYLE.md and tests/tidy are exempt, because they quote what they ban.
import { isTypeScript } from '../repository/file-kinds.ts'
import { lineNumber } from '../repository/line-number.ts'
import type { Repository, RepositoryFile } from '../repository/repository.ts'
import type { RuleOutcome, Violation } from '../repository/rule.ts'
import { scanSource } from '../repository/scan-source.ts'

type Pattern = { use: RegExp; instead: string }

const patterns: readonly Pattern[] = [
  {
    use: /\b(?:whoever|nobody|somebody)\b/gi,
    instead: 'name the subject: the caller, the process, no process',
  },
  {
    use: /(?<!\bthere\s)\b(?:is|are|was|were) no (?!longer|more|less|fewer|later|earlier|sooner|other|different|worse|better|such|larger|smaller|good|use)[a-z]+/gi,
    instead: 'write "is not a …"',
  },
  {
    use: /\b(?:is|are|was|were|be|been|being|not|never) told\b(?! apart)|\btold (?:of|that|so)\b|\btell(?:s|ing)? (?!(?:\w+ ){1,6}?(?:apart|from)\b)(?:the|a|an|its?|their|of|who|what|that|how|others?|them|us|Redis|Postgres)\b/gi,
    instead: 'write notify, report, return or send',
  },
  {
    use: /\bnot(?:es|ed|ing) (?:the|a|an|its?|them|when|down|which|what)\b|\bto note (?:the|a|an|it|its|them|which|what|down)\b/gi,
    instead: 'write record',
  },
  { use: /\bby (?:itself|themselves)\b/gi, instead: 'write separately, alone or automatically' },
  {
    use: /\b(?:after|for|until|in|at|by|within|every|than) so (?:many|much|long)\b/gi,
    instead: 'name the number',
  },
  { use: /\b(?:only|for|to|by|from|with|than) who\b(?!m)/gi, instead: 'name the subject: callers that …' },
  { use: /\bmend(?:s|ed|ing)?\b/gi, instead: 'write fix or repair' },
  { use: /\bfurnish\w*/gi, instead: 'write seed or set up' },
  { use: /\bhears? (?:of|from|that)\b|\b(?:is|are) heard\b/gi, instead: 'write receives or is notified' },
  { use: /\bfor good\b(?! reason| measure)/gi, instead: 'write permanently' },
]

const openings: readonly Pattern[] = [
  { use: /^Of (?=(?!course\b)[^,.]*\.?\s*(?:\*\/)?\s*$)/, instead: 'begin with the noun: "Amount of …"' },
  { use: /^For what\b/, instead: 'begin with the noun that it is for' },
]

/** Files that keep a match, each with its reason. */
const allowed: Readonly<Record<string, string>> = {
  'domain/meetings/src/insights/insights-prompt.ts': 'a prompt for a model; its wording is versioned',
  'domain/meetings/src/insights/insights-prompt.test.ts':
    'the text that the prompt contains for an unnamed speaker',
  'testkit/src/server-process/unprivileged-user.ts': 'nobody is the name of a user of the operating system',
}
const exempt = /^(?:STYLE\.md|tests\/tidy\/)/
const isProse = (path: string) => path.endsWith('.md')
const isDatabaseCode = (path: string) => /\.(?:sql|lua)$/.test(path)

export function plainEnglish(repository: Repository): RuleOutcome {
  const files = repository.files.filter(
    ({ path }) =>
      !exempt.test(path) &&
      !(path in allowed) &&
      (isTypeScript(path) || isProse(path) || isDatabaseCode(path)),
  )
  return { inspected: files.length, violations: files.flatMap(checkFile) }
}

function checkFile(file: RepositoryFile): Violation[] {
  return passagesOf(file).flatMap(({ text, offset, isComment }) => {
    const used = patterns.flatMap(({ use, instead }) =>
      [...text.matchAll(use)].map((match) => ({ found: match[0], at: offset + match.index, instead })),
    )
    const opened = openings.flatMap(({ use, instead }) => {
      const match = isComment ? use.exec(text.replace(/^[/*\s-]+/, '')) : undefined
      return match ? [{ found: match[0].trim(), at: offset, instead }] : []
    })
    return [...used, ...opened].map(({ found, at, instead }) => ({
      path: file.path,
      line: lineNumber(file.text, at),
      message: `says "${found}": ${instead}`,
    }))
  })
}

type Passage = { text: string; offset: number; isComment: boolean }

function passagesOf({ path, text }: RepositoryFile): Passage[] {
  if (isProse(path)) return [{ text, offset: 0, isComment: false }]
  if (isDatabaseCode(path)) {
    return [...text.matchAll(/--[^\n]*/g)].map((match) => ({
      text: match[0],
      offset: match.index,
      isComment: true,
    }))
  }
  const { comments, literals } = scanSource(text)
  // A comment of several lines is several comments to the scanner, of which only the first begins a sentence.
  const isFirst = (offset: number) => !/\/\/[^\n]*\n\s*$/.test(text.slice(Math.max(0, offset - 300), offset))
  const sentences = literals.filter((literal) => /\w \w/.test(literal.text))
  return [
    ...comments.map(({ text: comment, offset }) => ({ text: comment, offset, isComment: isFirst(offset) })),
    ...sentences.map(({ text: sentence, offset }) => ({ text: sentence, offset, isComment: false })),
  ]
}
