import { expect, test } from 'vitest'
import { scanMarkdown } from './scan-markdown.ts'

test('titles, links, code spans and code lines are found with their lines', () => {
  const scanned = scanMarkdown(
    '# One\n\n[a](b.md#c "title") and `code`\n\n```sh\npnpm check\n```\n[d]: e.md\n',
  )
  expect(scanned.titles).toEqual([{ text: 'One', line: 1 }])
  expect(scanned.links).toEqual([
    { target: 'b.md#c', line: 3 },
    { target: 'e.md', line: 8 },
  ])
  expect(scanned.codeSpans).toEqual([{ text: 'code', line: 3 }])
  expect(scanned.codeLines).toEqual([{ text: 'pnpm check', line: 6 }])
})

test('a heading or a link inside code is an example', () => {
  const scanned = scanMarkdown('```\n# not a title\n[a](b.md)\n```\n`[c](d.md)`')
  expect(scanned.titles).toEqual([])
  expect(scanned.links).toEqual([])
})

test('anchors are spelled as on GitHub', () => {
  const { anchors } = scanMarkdown('# A `B` & c: d_e\n## Same\n## Same\n<a id="own"></a>')
  expect([...anchors]).toEqual(['a-b--c-d_e', 'same', 'same-1', 'own'])
})
