import { expect, test } from 'vitest'
import { weighBuild } from './weigh-build.ts'

const manifest = {
  'index.html': { file: 'index.js', isEntry: true, imports: ['_common.js'], css: ['index.css'] },
  '_common.js': { file: 'common.js' },
  '_widgets.js': { file: 'widgets.js', name: 'widgets' },
  '_plots.js': { file: 'plots.js' },
  'src/pages/identity/login/login-page.tsx': { file: 'login.js', imports: ['_common.js', 'index.html'] },
  'src/pages/company/spend/spend-page.tsx': { file: 'spend.js', imports: ['_plots.js', '_widgets.js'] },
}
const bytes: Record<string, number> = {
  'index.js': 100_000,
  'common.js': 30_000,
  'login.js': 25_000,
  'widgets.js': 60_000,
  'plots.js': 20_000,
  'spend.js': 5_000,
  'index.css': 9_000,
}

test('a page weighs what it adds to the first one, without the widgets, which have their own budget', () => {
  const weights = weighBuild(manifest, (file) => bytes[file] ?? Number.NaN)
  expect(weights.map(({ name, bytes: found }) => [name, found])).toEqual([
    ['first page', 155_000],
    ['page login', 25_000],
    ['page spend', 25_000],
    ['widgets', 60_000],
    ['styles', 9_000],
  ])
  expect(weights.filter(({ bytes: found, bytesMax }) => found > bytesMax).map(({ name }) => name)).toEqual([
    'first page',
  ])
})
