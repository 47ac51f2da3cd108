import type { Command } from './command.ts'

export type FoundCommand = { kind: 'found'; command: Command } | { kind: 'unknown'; message: string }

export function findCommand(commands: readonly Command[], name: string): FoundCommand {
  const command = commands.find((candidate) => candidate.name === name)
  if (command) return { kind: 'found', command }
  const near = commands.find((candidate) => isNear(candidate.name, name))
  const hint = near ? `Did you mean ${near.name}?` : 'gatehouse --help lists the commands.'
  return { kind: 'unknown', message: `gatehouse: there is no command "${name}". ${hint}` }
}

export function describeCommands(commands: readonly Command[]): string {
  const width = Math.max(...commands.map(({ usage }) => usage.length))
  const lines = commands.map(({ usage, summary }) => `  ${usage.padEnd(width)}   ${summary}`)
  return ['gatehouse: operates a Gatehouse installation', '', ...lines].join('\n')
}

/** What `gatehouse NAME --help` prints: for a group, the usage of each subcommand. */
export function describeCommand({ usage, summary, subcommandUsages = [] }: Command): string {
  const lines = subcommandUsages.map((one) => `  gatehouse ${one}`)
  return [`gatehouse ${usage}`, `  ${summary}`, ...(lines.length > 0 ? ['', ...lines] : [])].join('\n')
}

/** One letter missing, added or wrong, or two swapped: the usual typing errors. */
function isNear(left: string, right: string): boolean {
  if (left.startsWith(right) || right.startsWith(left)) return right.length > 1
  let from = 0
  while (from < Math.min(left.length, right.length) && left[from] === right[from]) from += 1
  let leftEnd = left.length
  let rightEnd = right.length
  while (leftEnd > from && rightEnd > from && left[leftEnd - 1] === right[rightEnd - 1]) {
    leftEnd -= 1
    rightEnd -= 1
  }
  const longest = Math.max(leftEnd - from, rightEnd - from)
  const isSwap = longest === 2 && left[from] === right[from + 1] && left[from + 1] === right[from]
  return longest <= 1 || isSwap
}
