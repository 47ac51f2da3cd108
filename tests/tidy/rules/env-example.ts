// .env.example is the list of settings that an operator reads, so it contains exactly the settings that config files
// (config.ts, <name>-config.ts, <name>-settings.ts) read, each with a line that says what it is for.
import { fileName } from '../repository/file-kinds.ts'
import { lineNumber } from '../repository/line-number.ts'
import { findFile, type Repository, type RepositoryFile } from '../repository/repository.ts'
import type { RuleOutcome, Violation } from '../repository/rule.ts'
import { scanSource } from '../repository/scan-source.ts'

const examplePath = '.env.example'

type Setting = { key: string; path: string; line: number }

export function envExample(repository: Repository): RuleOutcome {
  const read = repository.files.filter(({ path }) => isConfigFile(path)).flatMap(settingsRead)
  const example = findFile(repository, examplePath)
  if (!example) {
    const message = `does not exist: write it with the ${new Set(read.map(({ key }) => key)).size} settings read`
    return { inspected: read.length, violations: [{ path: examplePath, message }] }
  }
  const shown = settingsShown(example)
  const shownKeys = new Set(shown.map(({ key }) => key))
  const readKeys = new Set(read.map(({ key }) => key))
  const missing = read
    .filter(({ key }) => !shownKeys.has(key))
    .map(({ key, path, line }) => ({ path, line, message: `reads ${key}: add it to ${examplePath}` }))
  const unread = shown
    .filter(({ key }) => !readKeys.has(key))
    .map(({ key, path, line }) => ({
      path,
      line,
      message: `shows ${key}, which no config file reads: remove it`,
    }))
  return {
    inspected: read.length,
    violations: [...missing, ...unread, ...faultsOfExample(example, shown)],
  }
}

function isConfigFile(path: string): boolean {
  return /\/src\//.test(path) && /^(?:[a-z0-9-]+-)?(?:config|settings)\.ts$/.test(fileName(path))
}

function settingsRead({ path, text }: RepositoryFile): Setting[] {
  const { code } = scanSource(text)
  return [...code.matchAll(/(?:^|[{,])\s*([A-Z][A-Z0-9_]*)\s*:/gm)].map((match) => ({
    key: match[1] ?? '',
    path,
    line: lineNumber(code, match.index + match[0].length),
  }))
}

/** A setting with a default may be shown as a comment: `# PORT=8080`. */
const shownSetting = /^(?:# ?)?([A-Z][A-Z0-9_]*)=/

function settingsShown({ path, text }: RepositoryFile): Setting[] {
  return text.split('\n').flatMap((content, index) => {
    const key = shownSetting.exec(content)?.[1]
    return key === undefined ? [] : [{ key, path, line: index + 1 }]
  })
}

function faultsOfExample({ path, text }: RepositoryFile, shown: readonly Setting[]): Violation[] {
  const lines = text.split('\n')
  return shown.flatMap(({ key, line }, index) => {
    const above = lines[line - 2] ?? ''
    const violations: Violation[] = []
    if (!/^#\s*\S/.test(above) || shownSetting.test(above)) {
      violations.push({
        path,
        line,
        message: `shows ${key} without a comment line above: say what it is for`,
      })
    }
    if (shown.slice(0, index).some((earlier) => earlier.key === key)) {
      violations.push({ path, line, message: `shows ${key} twice: keep one` })
    }
    return violations
  })
}
