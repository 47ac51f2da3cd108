// Forbids import cycles between the files of a package: in a cycle, what a module sees while it loads depends on which
// module was loaded first. `import type` is erased and harmless at run time, but it counts too, because two files whose
// types refer to each other can only be understood together.
import { typeScriptFiles } from '../repository/file-kinds.ts'
import { findCycles } from '../repository/find-cycles.ts'
import type { Repository } from '../repository/repository.ts'
import type { RuleOutcome } from '../repository/rule.ts'
import { isRelative, resolveRelative, scanImports } from '../repository/scan-imports.ts'

export function noCycles(repository: Repository): RuleOutcome {
  const edges = new Map(
    typeScriptFiles(repository).map((file) => [
      file.path,
      scanImports(file.text)
        .filter((found) => isRelative(found.specifier))
        .map((found) => resolveRelative(file, found.specifier)),
    ]),
  )
  return {
    inspected: [...edges.values()].reduce((sum, targets) => sum + targets.length, 0),
    violations: findCycles(edges).map((cycle) => ({
      path: cycle[0] ?? '',
      message: `imports itself through ${cycle.join(' → ')}: move what they share into a file below both`,
    })),
  }
}
