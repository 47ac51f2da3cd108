import { wrongUsage } from './command.ts'

/** A command of a command, such as `keys create`: it reads its words and gives the work to be done. */
export type Subcommand<Task> = { usage: string; read(words: readonly string[]): Task }

/** The work that these words ask for; whatever is wrong with them is told together with how to say it. */
export function readSubcommand<Task>(
  subcommands: ReadonlyMap<string, Subcommand<Task>>,
  [name = '', ...words]: readonly string[],
): Task {
  const subcommand = subcommands.get(name)
  if (!subcommand) {
    const usages = [...subcommands.values()].map(({ usage }) => `  gatehouse ${usage}`)
    throw wrongUsage(`say what to do:\n${usages.join('\n')}`)
  }
  try {
    return subcommand.read(words)
  } catch (thrown) {
    const message = thrown instanceof Error ? thrown.message : String(thrown)
    throw wrongUsage(`${message}\nusage: gatehouse ${subcommand.usage}`)
  }
}
