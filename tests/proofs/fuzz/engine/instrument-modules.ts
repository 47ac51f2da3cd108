// Instruments the product's modules while they are loaded by this thread. Other packages are left as they are: their
// branches would outnumber ours by far.
import { registerHooks, stripTypeScriptTypes } from 'node:module'
import { type CoverageMap } from './coverage-map.ts'
import { countersName, instrumentCode } from './instrument-code.ts'

const productUrl = /\/(?:apps|domain|foundation)\/(?!.*\/node_modules\/)[^?]*\.ts$/

/** Returns the strings of the modules that were loaded since. */
export function instrumentModules(coverage: CoverageMap): () => string[] {
  const literals = new Set<string>()
  Object.assign(globalThis, { [countersName]: coverage.counters })
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context)
      if (!productUrl.test(url) || loaded.format !== 'module-typescript') return loaded
      const source = stripTypeScriptTypes(toText(loaded.source))
      const instrumented = instrumentCode(source, coverage.newId)
      for (const literal of instrumented.literals) literals.add(literal)
      return { ...loaded, format: 'module', source: instrumented.code }
    },
  })
  return () => [...literals]
}

function toText(source: string | ArrayBuffer | NodeJS.TypedArray | undefined | null): string {
  if (typeof source === 'string') return source
  if (!source) throw new Error('a module without source')
  return new TextDecoder().decode(source)
}
