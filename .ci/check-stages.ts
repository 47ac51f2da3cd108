import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import type { Stage } from './run-stage.ts'

/** The slow ones first, since two run at a time. */
export const checkStages: readonly Stage[] = [
  { name: 'lint', command: ['oxlint', '--quiet', '.'] },
  { name: 'types', command: ['tsc', '--noEmit'] },
  { name: 'tidy', command: ['vitest', 'run', '--project', 'tidy'] },
  { name: 'unused code', command: ['knip'] },
  { name: 'format', command: ['oxfmt', '--check', '.'] },
]

const base = 'main'
const buildInfoFile = 'node_modules/.cache/check-changed.tsbuildinfo'

/** What changed since the branch left main, with uncommitted and new files. */
export function changedStages(): Stage[] {
  const files = listChangedFiles()
  const linted = files.filter((file) => /\.[cm]?[jt]sx?$/.test(file))
  return [
    {
      name: 'types',
      command: ['tsc', '--noEmit', '--incremental', '--tsBuildInfoFile', buildInfoFile],
    },
    ...(linted.length > 0 ? [{ name: 'lint', command: ['oxlint', '--quiet', ...linted] }] : []),
    ...(files.length > 0
      ? [{ name: 'format', command: ['oxfmt', '--check', '--no-error-on-unmatched-pattern', ...files] }]
      : []),
    // A change may have no test that depends on it, which is no failure here.
    { name: 'tests', command: ['vitest', 'run', '--changed', base, '--passWithNoTests'] },
  ]
}

function listChangedFiles(): string[] {
  const list = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).split('\n')
  const names = [
    ...list('diff', '--name-only', '--merge-base', base),
    ...list('ls-files', '--others', '--exclude-standard'),
  ]
  return [...new Set(names)].filter((name) => name !== '' && existsSync(name))
}
