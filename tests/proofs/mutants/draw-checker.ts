// A plugin of Stryker, loaded by path. Stryker runs every mutant that its checkers let pass; this one lets those pass that
// are drawn. The others are reported with the status CompileError, which does not count.
import { relative } from 'node:path'
import { type Mutant, drawMutants, notDrawn } from './draw-mutants.ts'

type CheckResult = { status: 'passed' } | { status: 'compileError'; reason: string }

class DrawChecker {
  readonly #drawn = new Set<string>()

  async init(): Promise<void> {}

  /** Stryker asks for groups first, with all mutants. */
  group(mutants: readonly Mutant[]): Promise<string[][]> {
    const seed = process.env['MUTANTS_SEED'] ?? ''
    const count = Number(process.env['MUTANTS_COUNT'])
    const named = mutants.map((mutant) => ({ ...mutant, fileName: relative(process.cwd(), mutant.fileName) }))
    for (const { id } of drawMutants(named, { seed, count })) this.#drawn.add(id)
    return Promise.resolve([mutants.map(({ id }) => id)])
  }

  check(mutants: readonly Mutant[]): Promise<Record<string, CheckResult>> {
    const toResult = (id: string): CheckResult =>
      this.#drawn.has(id) ? { status: 'passed' } : { status: 'compileError', reason: notDrawn }
    return Promise.resolve(Object.fromEntries(mutants.map(({ id }) => [id, toResult(id)])))
  }
}

export const strykerPlugins = [{ kind: 'Checker', name: 'draw', injectableClass: DrawChecker }]
