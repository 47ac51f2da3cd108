// Instruments the product's modules while they are loaded by this thread. Other packages are left as they are: their
// branches would outnumber ours by far.
import { registerHooks, stripTypeScriptTypes } from 'node:module'
import { type CoverageMap } from './coverage-map.ts'
import { countersName, instrumentCode } from './instrument-code.ts'

const productUrl = /\/(?:apps|domain|foundation)\/(?!.*\/node_modules\/)[^?]*\.ts$/

export type LoadedModules = {
  readonly urls: ReadonlySet<string>
  /** The strings in their code. */
  readonly literals: ReadonlySet<string>
}

/** Returns what is known of the modules that are loaded from now on. */
export function instrumentModules(coverage: CoverageMap): LoadedModules {
  const urls = new Set<string>()
  const literals = new Set<string>()
  Object.assign(globalThis, { [countersName]: coverage.counters })
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context)
      if (!productUrl.test(url) || loaded.format !== 'module-typescript') return loaded
      urls.add(url)
      const source = stripTypeScriptTypes(toText(loaded.source))
      const instrumented = instrumentCode(source, coverage.newId)
      for (const literal of instrumented.literals) literals.add(literal)
      return { ...loaded, format: 'module', source: instrumented.code }
    },
  })
  return { urls, literals }
}

function toText(source: string | ArrayBuffer | NodeJS.TypedArray | undefined | null): string {
  if (typeof source === 'string') return source
  if (!source) throw new Error('a module without source')
  return new TextDecoder().decode(source)
}
