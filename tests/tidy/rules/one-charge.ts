// A completed call is a charged call, so one file decides on the end of a call and one file ends its answer: a second
// place could send the last byte without a charge.
import { isForTests, isTest, typeScriptFiles } from '../repository/file-kinds.ts'
import { lineNumber } from '../repository/line-number.ts'
import type { Repository, RepositoryFile } from '../repository/repository.ts'
import type { RuleOutcome, Violation } from '../repository/rule.ts'
import { scanSource } from '../repository/scan-source.ts'

const calls = 'apps/gateway/src/call'

const owners = [
  {
    pattern: /\bsettler\.settle\(/g,
    files: [`${calls}/call.ts`],
    message: 'settles a call: use charge, park or fail of its Call',
  },
  {
    pattern: /\bclient\.end\(/g,
    files: [`${calls}/charge-then-send.ts`],
    message: 'ends an answer: use chargeThenSend, or throw the error with which it ends',
  },
  {
    pattern: /\b(?:raw|response)\.end\(/g,
    files: [`${calls}/client-link.ts`],
    message: 'writes the last byte of a response: use the Client of its call',
  },
]

export function oneCharge(repository: Repository): RuleOutcome {
  const files = typeScriptFiles(repository).filter(
    ({ path }) => path.startsWith('apps/gateway/src/') && !isTest(path) && !isForTests(path),
  )
  const paths = new Set(files.map(({ path }) => path))
  const stale = owners
    .flatMap((owner) => owner.files)
    .filter((path) => !paths.has(path))
    .map((path) => ({ path, message: 'is named by the rule one-charge but does not exist' }))
  return { inspected: files.length, violations: [...stale, ...files.flatMap(checkFile)] }
}

function checkFile({ path, text }: RepositoryFile): Violation[] {
  const { code } = scanSource(text)
  return owners
    .filter((owner) => !owner.files.includes(path))
    .flatMap(({ pattern, message }) =>
      [...code.matchAll(pattern)].map(({ index }) => ({ path, line: lineNumber(text, index), message })),
    )
}
