import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import type { Stage } from './run-stage.ts'

/** The slowest stages come first, because two stages run at a time. */
export const checkStages: readonly Stage[] = [
  { name: 'lint', command: ['oxlint', '--quiet', '.'] },
  { name: 'types', command: ['tsc', '--noEmit'] },
  { name: 'types of the console', command: ['tsc', '--noEmit', '-p', 'apps/console'] },
  { name: 'tidy', command: ['vitest', 'run', '--project', 'tidy'] },
  { name: 'unused code', command: ['knip'] },
  { name: 'format', command: ['oxfmt', '--check', '.'] },
]

const base = 'main'
const buildInfoFile = 'node_modules/.cache/check-changed.tsbuildinfo'

/** Stages for the files that differ from main, including uncommitted and untracked ones. */
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
    // If no test depends on the changed files, this stage passes.
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
