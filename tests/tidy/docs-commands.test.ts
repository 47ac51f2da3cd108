import { expect, test } from 'vitest'
import { holdsInThisRepository } from './holds-in-this-repository.ts'
import { violationsIn } from './repository/rule.ts'
import { docsCommands } from './rules/docs-commands.ts'

holdsInThisRepository(docsCommands)

function violations(markdown: string): string[] {
  return violationsIn(docsCommands, {
    'pnpm-workspace.yaml': 'packages:\n  - apps/*\n',
    'package.json': JSON.stringify({ scripts: { check: '', dev: '', prove: '' } }),
    'apps/console/package.json': JSON.stringify({ name: '@gatehouse/console', scripts: { build: '' } }),
    'tests/proofs/gateway/overhead.proof.ts': '',
    'apps/cli/src/commands/keys.ts': "export const keysCommand = {\n  name: 'keys',\n}\n",
    'docs/page.md': `# Page\n\n${markdown}\n`,
  })
}

test.each([
  ['`pnpm check`, `pnpm run dev`, `pnpm install`, `pnpm exec vitest run`, `pnpm <script>`, `pnpm`'],
  ['`pnpm prove`, `pnpm prove overhead`, `pnpm prove --list`, `pnpm prove <name>`'],
  ['`pnpm --filter @gatehouse/console build` and `PORT=1 pnpm dev`'],
  ['```sh\ngit pull && pnpm install && pnpm check   # all of it\n$ pnpm prove overhead\n```'],
  ['```\napps/   pnpm workspaces live here\n```'],
  ['Everything is in pnpm workspaces.'],
  ['`gatehouse keys list`, `gatehouse --help`, `gatehouse <command>`, `gatehouse`'],
])('%s passes', (markdown) => {
  expect(violations(markdown)).toEqual([])
})

test.each([['`pnpm lint`'], ['`pnpm run lint`'], ['`pnpm check && pnpm lint --fix`'], ['`CI=1 pnpm lint`']])(
  'a script that does not exist: %s',
  (markdown) => {
    expect(violations(markdown)).toEqual([
      'docs/page.md:3 runs pnpm lint, which is not a script in package.json: use one of check, dev, prove',
    ])
  },
)

test('a script that does not exist, in a code block', () => {
  expect(violations('```sh\npnpm lint\n```')).toEqual([
    'docs/page.md:4 runs pnpm lint, which is not a script in package.json: use one of check, dev, prove',
  ])
})

test("a script of another package is not the root's", () => {
  expect(violations('`pnpm build`')).toHaveLength(1)
})

test('a proof that does not exist', () => {
  expect(violations('`pnpm prove throughput`')).toEqual([
    'docs/page.md:3 runs pnpm prove throughput, but there is no throughput.proof.ts below tests/proofs: ' +
      'write it or drop the claim',
  ])
})

test.each(['`gatehouse restore`', '```sh\nDATABASE_URL=x gatehouse restore --all\n```'])(
  'a command of ours that does not exist: %s',
  (markdown) => {
    expect(violations(markdown)[0]).toContain('runs gatehouse restore, which is not a command of apps/cli')
  },
)
