import type { Stage } from './run-stage.ts'

export const checkStages: readonly Stage[] = [
  { name: 'format', command: ['oxfmt', '--check', '.'] },
  { name: 'lint', command: ['oxlint', '--quiet', '.'] },
  { name: 'types', command: ['tsc', '--noEmit'] },
  { name: 'unused code', command: ['knip'] },
  { name: 'tidy', command: ['vitest', 'run', '--project', 'tidy'] },
]
