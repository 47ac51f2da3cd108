// The parts of a Markdown file that can go stale: titles, links, code spans and code blocks. A link inside code
// is an example, not a link.
export type ScannedMarkdown = {
  titles: { text: string; line: number }[]
  links: { target: string; line: number }[]
  /** Text between single backticks. */
  codeSpans: { text: string; line: number }[]
  /** The lines between fences. */
  codeLines: { text: string; line: number }[]
  anchors: ReadonlySet<string>
}

export function scanMarkdown(markdown: string): ScannedMarkdown {
  const scanned = { titles: [], links: [], codeSpans: [], codeLines: [] } as Omit<ScannedMarkdown, 'anchors'>
  const headings: string[] = []
  const namedAnchors: string[] = []
  let fence: string | undefined

  for (const [index, text] of markdown.split('\n').entries()) {
    const line = index + 1
    const marker = /^\s*(`{3,}|~{3,})/.exec(text)?.[1]
    if (fence !== undefined) {
      if (marker?.startsWith(fence)) fence = undefined
      else scanned.codeLines.push({ text, line })
      continue
    }
    if (marker !== undefined) {
      fence = marker
      continue
    }
    const heading = /^(#{1,6})\s+(.*?)\s*#*$/.exec(text)
    if (heading) headings.push(heading[2] ?? '')
    if (heading?.[1] === '#') scanned.titles.push({ text: heading[2] ?? '', line })
    for (const span of text.matchAll(/(`+)(.+?)\1(?!`)/g)) {
      scanned.codeSpans.push({ text: span[2]?.trim() ?? '', line })
    }
    const prose = text.replace(/(`+).+?\1(?!`)/g, (code) => ' '.repeat(code.length))
    for (const target of linkTargets(prose)) scanned.links.push({ target, line })
    for (const named of prose.matchAll(/<a\s+(?:id|name)="([^"]+)"/g)) namedAnchors.push(named[1] ?? '')
  }
  return { ...scanned, anchors: new Set([...headingAnchors(headings), ...namedAnchors]) }
}

/** `[text](target "title")` and `[label]: target`. */
function linkTargets(prose: string): string[] {
  const inline = [...prose.matchAll(/\]\(\s*<?([^)\s>]+)>?(?:\s+"[^"]*")?\s*\)/g)]
  const reference = [...prose.matchAll(/^\s{0,3}\[[^\]]+\]:\s*<?([^\s>]+)/g)]
  return [...inline, ...reference].map((match) => match[1] ?? '')
}

/**
 * Anchors as GitHub makes them: lower case, without punctuation, a hyphen per space, and `-1` appended to the second
 * heading with the same text.
 */
function headingAnchors(headings: readonly string[]): string[] {
  const seen = new Map<string, number>()
  return headings.map((heading) => {
    const slug = heading
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\p{M}\s_-]/gu, '')
      .replace(/\s/g, '-')
    const count = seen.get(slug) ?? 0
    seen.set(slug, count + 1)
    return count === 0 ? slug : `${slug}-${count}`
  })
}
