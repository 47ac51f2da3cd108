import { expect, test } from 'vitest'
import { holdsInThisRepository } from './holds-in-this-repository.ts'
import { violationsIn } from './repository/rule.ts'
import { docsLinks } from './rules/docs-links.ts'

holdsInThisRepository(docsLinks)

const others = {
  'docs/glossary.md': '# Glossary\n\n## Credit, and hold\n',
  'apps/gateway/src/main.ts': '',
  'apps/backend/src/main.ts': '',
  'domain/credits/README.md': '# Credits\n',
}

function violations(line: string): string[] {
  return violationsIn(docsLinks, { ...others, 'docs/page.md': `# Page\n\n${line}\n` })
}

test.each([
  ['[a](glossary.md#credit-and-hold) [b](../domain/credits/README.md) [c](#page) [d](../domain/credits/)'],
  ['[a](https://example.com/x) [b](mailto:a@example.com) [c](/docs/glossary.md)'],
  ['`apps/gateway/src/main.ts`, `apps/gateway/`, `./apps/gateway`, `apps/gateway/src/main.ts:12`'],
  ['`apps/*/src/main.ts` `apps/{gateway,backend}/src/main.ts` `apps/{gateway, backend}/src`'],
  ['`apps/<name>/src/main.ts` `docs/…` `domain/.../a.ts` `text/html` `@gatehouse/http/define-route`'],
  ['`[example](nowhere.md)`'],
])('%s passes', (line) => {
  expect(violations(line)).toEqual([])
})

test('a link to a file that does not exist', () => {
  expect(violations('[a](gone.md)')).toEqual([
    'docs/page.md:3 links to gone.md, which does not exist: fix or remove the link',
  ])
})

test('a link out of the repository', () => {
  expect(violations('[a](../../other/README.md)')).toEqual([
    'docs/page.md:3 links to ../../other/README.md, which does not exist: fix or remove the link',
  ])
})

test('a link to a heading that does not exist, elsewhere and on the page itself', () => {
  expect(violations('[a](glossary.md#debit)')).toEqual([
    'docs/page.md:3 links to glossary.md#debit, but docs/glossary.md has no heading #debit',
  ])
  expect(violations('[a](#nowhere)')).toEqual([
    'docs/page.md:3 links to #nowhere, but docs/page.md has no heading #nowhere',
  ])
})

test.each([
  ['apps/gateway/src/gone.ts'],
  ['apps/*/src/gone.ts'],
  ['apps/{gateway,gone}/src/main.ts'],
  ['deploy/compose.yaml'],
])('a path in backticks that does not exist: %s', (path) => {
  expect(violations(`See \`node ${path}\`.`)).toEqual([
    `docs/page.md:3 names ${path}, which does not exist: fix the path, or write <…> for a placeholder`,
  ])
})

test('a page with two titles and a page with none', () => {
  expect(violations('# Second')).toEqual([
    "docs/page.md:3 has 2 titles: a page opens with exactly one '# ' line",
  ])
  expect(violationsIn(docsLinks, { 'docs/page.md': 'text' })).toEqual([
    "docs/page.md has 0 titles: a page opens with exactly one '# ' line",
  ])
})
