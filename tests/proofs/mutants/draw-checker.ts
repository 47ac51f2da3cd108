// A plugin of Stryker, loaded by path. Stryker runs every mutant that its checkers let pass; this one lets those pass that
// are drawn. The others are reported with the status CompileError, which does not count.
import { relative } from 'node:path'
import { type Draw, type Mutant, drawMutants, killedEarlier, notDrawn, placeOf } from './draw-mutants.ts'

type CheckResult = { status: 'passed' } | { status: 'compileError'; reason: string }

class DrawChecker {
  readonly #drawn = new Set<string>()
  readonly #killed = new Set<string>()

  async init(): Promise<void> {}

  /** Stryker asks for groups first, with all mutants. */
  group(mutants: readonly Mutant[]): Promise<string[][]> {
    const draw = JSON.parse(process.env['MUTANTS_DRAW'] ?? '') as Draw
    const named = mutants.map((mutant) => ({ ...mutant, fileName: relative(process.cwd(), mutant.fileName) }))
    const killed = new Set('only' in draw ? [] : draw.killed)
    for (const mutant of drawMutants(named, draw))
      (killed.has(placeOf(asReported(mutant))) ? this.#killed : this.#drawn).add(mutant.id)
    return Promise.resolve([mutants.map(({ id }) => id)])
  }

  check(mutants: readonly Mutant[]): Promise<Record<string, CheckResult>> {
    const toResult = (id: string): CheckResult =>
      this.#drawn.has(id)
        ? { status: 'passed' }
        : { status: 'compileError', reason: this.#killed.has(id) ? killedEarlier : notDrawn }
    return Promise.resolve(Object.fromEntries(mutants.map(({ id }) => [id, toResult(id)])))
  }
}

/** Lines and columns count from 1 in reports, and from 0 here. */
function asReported(mutant: Mutant): Mutant {
  const { start, end } = mutant.location
  const shift = ({ line, column }: typeof start) => ({ line: line + 1, column: column + 1 })
  return { ...mutant, location: { start: shift(start), end: shift(end) } }
}

export const strykerPlugins = [{ kind: 'Checker', name: 'draw', injectableClass: DrawChecker }]
